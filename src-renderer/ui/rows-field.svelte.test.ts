import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it } from 'vitest'

import { moveEntry } from './move-entry.ts'
import RowsField from './RowsField.svelte'

function show(rows: string[]) {
  const state = $state({ rows })
  render(RowsField<string>, {
    label: 'Values',
    item: 'value',
    none: 'None yet.',
    heads: ['Value'],
    widths: '1fr',
    create: () => 'new',
    paste: {
      hint: 'One per line.',
      read: (text: string) => ({
        rows: text.split('\n').filter(Boolean),
        problem: text.includes('!') ? 'No !' : undefined,
      }),
    },
    row: createRawSnippet<[number]>((index) => ({
      render: () => `<input aria-label="Value ${index() + 1}">`,
    })),
    get rows() {
      return state.rows
    },
    set rows(changed: string[]) {
      state.rows = changed
    },
  })
  return state
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('rows are added, moved and removed by keyboard', async () => {
  const state = show([])
  expect(screen.getByText('None yet.')).toBeTruthy()
  await fireEvent.click(button('Add value'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value 1')))
  state.rows = ['a', 'b', 'c']
  await waitFor(() => expect(button('Move value 3 down').disabled).toBe(true))
  await fireEvent.click(button('Move value 3 up'))
  expect(state.rows).toEqual(['a', 'c', 'b'])
  await waitFor(() => expect(document.activeElement).toBe(button('Move value 2 up')))
  await fireEvent.keyDown(screen.getByLabelText('Value 2'), { key: 'ArrowUp', altKey: true })
  expect(state.rows).toEqual(['c', 'a', 'b'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value 1')))
  await fireEvent.click(button('Remove value 2'))
  expect(state.rows).toEqual(['c', 'b'])
})

it('a pasted list becomes rows, unless it has an error', async () => {
  const state = show(['a'])
  await fireEvent.click(button('Paste a list'))
  const text = screen.getByLabelText('Values, one per line')
  await fireEvent.input(text, { target: { value: 'b\nc!' } })
  expect(button('Add 2 from the list').disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toContain('No !')
  await fireEvent.input(text, { target: { value: 'b\nc' } })
  await fireEvent.click(button('Add 2 from the list'))
  expect(state.rows).toEqual(['a', 'b', 'c'])
  expect(screen.queryByLabelText('Values, one per line')).toBeNull()
})

it('an entry moves to another position, and not beyond the ends', () => {
  const list = ['a', 'b', 'c']
  expect([
    moveEntry(list, 0, 2),
    moveEntry(list, 2, 0),
    moveEntry(list, 0, -1),
    moveEntry(list, 2, 3),
  ]).toEqual([['b', 'c', 'a'], ['c', 'a', 'b'], list, list])
})
