import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'

import Choice from './Choice.svelte'
import SelectField from './SelectField.svelte'

const projects = (count: number) => [
  { value: '', label: 'All projects' },
  ...Array.from({ length: count - 1 }, (_, index) => ({ value: `p${index}`, label: `Project ${index}` })),
]
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' })

describe.each([
  ['a field', SelectField],
  ['a choice in a bar', Choice],
])('%s', (_name, component) => {
  const show = (count: number) => {
    const state = $state({ value: '' })
    render(component, {
      label: 'Project',
      options: projects(count),
      get value() {
        return state.value
      },
      set value(value: string) {
        state.value = value
      },
    })
    return state
  }

  it('is a plain select up to twenty options', () => {
    show(20)
    expect(field().tagName).toBe('SELECT')
  })

  it('has a search beyond twenty options', async () => {
    const state = show(21)
    expect([field().tagName, field().value]).toEqual(['INPUT', 'All projects'])
    await fireEvent.click(field())
    await fireEvent.input(field(), { target: { value: 'ject 17' } })
    await tick()
    expect(screen.getAllByRole('option').map((option) => option.textContent.trim())).toEqual(['Project 17'])
    await fireEvent.keyDown(field(), { key: 'Enter' })
    await tick()
    expect([state.value, field().value]).toEqual(['p17', 'Project 17'])
  })
})
