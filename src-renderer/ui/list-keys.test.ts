import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { describe, expect, it } from 'vitest'

import DataTable from './DataTable.svelte'
import { isListKey, isTyping } from './list-keys.ts'

interface Row {
  name: string
}
const rows: Row[] = ['alpha', 'beta', 'gamma'].map((name) => ({ name }))
const opened: string[] = []
const cell = createRawSnippet<[Row, string]>((row) => ({
  render: () =>
    `<span><a href="#/${row().name}">${row().name}</a><button popovertarget="none">Actions of ${row().name}</button></span>`,
  setup: (element) => {
    for (const one of element.querySelectorAll('a, button'))
      one.addEventListener('click', (event) => {
        event.preventDefault()
        opened.push(one.textContent)
      })
  },
}))
const empty = createRawSnippet(() => ({ render: () => '<p>None.</p>' }))

const focused = () => document.activeElement?.querySelector('a')?.textContent
const press = (key: string, init = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })

describe('the keys of a list', () => {
  it('go through the rows, select, open and act', async () => {
    const columns = [{ id: 'name', label: 'Name', text: ({ name }: Row) => name }]
    render(DataTable<Row>, {
      label: 'Flags',
      columns,
      rows,
      keyOf: ({ name }: Row) => name,
      cell,
      empty,
      selected: [],
    })
    await press('j')
    expect(focused()).toBe('alpha')
    await press('k')
    expect(focused()).toBe('alpha')
    await press('j')
    await press('j')
    await press('j')
    expect(focused()).toBe('gamma')
    await press('k')
    await press('x')
    const chosen = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ })
    expect(chosen.map(({ checked }) => checked)).toEqual([false, true, false])
    await press('j', { ctrlKey: true })
    expect(focused()).toBe('beta')
    await press('Enter')
    await press('.')
    expect(opened).toEqual(['beta', 'Actions of beta'])
  })

  it('ignores keys typed into a field', () => {
    expect(isTyping(document.createElement('input'))).toBe(true)
    expect(isTyping(document.createElement('textarea'))).toBe(true)
    expect(isTyping(document.createElement('button'))).toBe(false)
    expect(isTyping(null)).toBe(false)
  })

  it('are free outside of fields and layers only', () => {
    document.body.innerHTML = '<input type="checkbox" /><input /><div role="dialog"><button></button></div>'
    const free: boolean[] = []
    document.body.addEventListener('keydown', (event) => free.push(isListKey(event)))
    for (const element of document.body.querySelectorAll('input, button'))
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    expect(free).toEqual([true, false, false])
  })
})
