import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'

import { toCustomParameters, type CustomValues } from './custom-parameters.ts'
import CustomParameters from './CustomParameters.svelte'

const DECLARED = [{ name: 'storeIds', type: 'list', required: true, description: 'Store numbers.' }]
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'storeIds (required)' })
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove/ }).map((one) => one.getAttribute('aria-label'))

describe('a list parameter', () => {
  const show = (values: CustomValues) => {
    const state = $state({ values })
    render(CustomParameters, {
      parameters: DECLARED,
      get values() {
        return state.values
      },
      set values(entered: CustomValues) {
        state.values = entered
      },
    })
    return () => toCustomParameters(DECLARED, state.values)
  }
  async function type(text: string) {
    await fireEvent.input(field(), { target: { value: text } })
    await tick()
  }

  it('shows its values as chips that can be removed', async () => {
    const sent = show({ storeIds: '17,42' })
    expect(chips()).toEqual(['Remove 17', 'Remove 42'])
    await fireEvent.click(screen.getByRole('button', { name: 'Remove 17' }))
    expect(sent()).toEqual({ storeIds: '42' })
  })

  it('accepts a value with Enter, and a pasted list', async () => {
    const sent = show({})
    await type('7')
    await fireEvent.keyDown(field(), { key: 'Enter' })
    await type('8, 9,')
    expect(chips()).toEqual(['Remove 7', 'Remove 8', 'Remove 9'])
    expect(sent()).toEqual({ storeIds: '7,8,9' })
  })

  it('includes typed text that is not yet a chip', async () => {
    const sent = show({ storeIds: '17' })
    await type('42')
    expect(chips()).toEqual(['Remove 17'])
    expect(field().value).toBe('42')
    expect(sent()).toEqual({ storeIds: '17,42' })
  })
})
