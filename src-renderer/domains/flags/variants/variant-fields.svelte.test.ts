import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'

import { payloadNote, payloadProblem, prettyJson } from './payload-check.ts'
import { newVariant, type VariantForm } from './variant-form.ts'
import VariantFields from './VariantFields.svelte'

function show(variants: VariantForm[]) {
  const state = $state({ variants })
  render(VariantFields, {
    none: 'None.',
    get variants() {
      return state.variants
    },
    set variants(changed: VariantForm[]) {
      state.variants = changed
    },
  })
  return state
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

describe('the rows of variants', () => {
  it('show the share of each, and fix a weight that is typed', async () => {
    const state = show([newVariant(0), newVariant(1)])
    expect([value('Percent of variant 1'), value('Percent of variant 2')]).toEqual(['50', '50'])
    await fireEvent.input(screen.getByLabelText('Percent of variant 1'), { target: { value: '20' } })
    expect(state.variants[0]).toMatchObject({ percent: 20, isFixed: true })
    expect(value('Percent of variant 2')).toBe('80')
    await fireEvent.click(screen.getByLabelText('Fixed weight of variant 1'))
    expect(value('Percent of variant 1')).toBe('50')
  })

  it('name the line of a JSON error, and format valid JSON', async () => {
    const state = show([{ ...newVariant(0), payloadType: 'json', payload: '{"a":1,\n b}' }])
    expect(screen.getByRole('alert').textContent).toContain('Line 2: a name in double quotes is expected')
    const format = screen.getByRole<HTMLButtonElement>('button', { name: 'Format the JSON of variant 1' })
    expect(format.disabled).toBe(true)
    await fireEvent.input(screen.getByLabelText('Value of variant 1'), { target: { value: '{"a":[1]}' } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Valid JSON.')).toBeTruthy()
    await fireEvent.click(format)
    expect(state.variants[0]?.payload).toBe('{\n  "a": [\n    1\n  ]\n}')
  })

  it('are added under free names, and removed', async () => {
    const state = show([{ ...newVariant(0), name: 'variant-2' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Add variant' }))
    expect(state.variants.map(({ name }) => name)).toEqual(['variant-2', 'variant-3'])
    await fireEvent.click(screen.getByRole('button', { name: 'Remove variant variant-2' }))
    await tick()
    expect(state.variants.map(({ name }) => name)).toEqual(['variant-3'])
  })
})

describe('the payload of a variant', () => {
  it.each([
    ['number', 'many', '“many” is not a number.', ''],
    ['number', '', 'Enter a number.', ''],
    ['number', '7.5', undefined, ''],
    ['csv', 'a,b,c', undefined, '3 values.'],
    ['csv', 'a,b\nc,d', undefined, '2 lines of 2.'],
    ['csv', 'a,b\nc', undefined, 'The lines do not have the same number of values.'],
    ['string', 'anything', undefined, ''],
  ] as const)('%s %j: %s %s', (type, payload, problem, note) => {
    expect(payloadProblem(type, payload)).toBe(problem)
    expect(payloadNote(type, payload)).toBe(note)
  })

  it('that is not JSON stays unchanged', () => {
    expect(prettyJson('{a')).toBe('{a')
  })
})
