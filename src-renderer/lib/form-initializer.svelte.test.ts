import { flushSync } from 'svelte'
import { afterEach, expect, it } from 'vitest'

import { FormInitializer, currentValue } from './form-initializer.svelte.ts'

let stop = () => {}
afterEach(() => stop())

/** A form of one text, and what the service answers. */
function form() {
  const state = $state({ isOpen: false, answer: undefined as string | undefined, text: '' })
  let initializer: FormInitializer<string> | undefined
  stop = $effect.root(() => {
    initializer = new FormInitializer({
      open: () => state.isOpen,
      read: () => state.answer,
      fill: (from) => (state.text = from),
    })
  })
  const after = (change: Partial<typeof state>) => {
    Object.assign(state, change)
    flushSync()
    return [state.text, initializer?.from]
  }
  return after
}

it('a form is filled once it is open and its data is read, in either order', () => {
  const after = form()
  expect(after({ isOpen: true })).toEqual(['', undefined])
  expect(after({ answer: 'late' })).toEqual(['late', 'late'])
  expect(after({ isOpen: false })).toEqual(['late', undefined])
  expect(after({ answer: 'early' })).toEqual(['late', undefined])
  expect(after({ isOpen: true })).toEqual(['early', 'early'])
})

it('a form is filled once per opening: later reads do not overwrite typed text', () => {
  const after = form()
  after({ isOpen: true, answer: 'read' })
  expect(after({ text: 'typed' })).toEqual(['typed', 'read'])
  expect(after({ answer: undefined })).toEqual(['typed', 'read'])
  expect(after({ answer: 'changed' })).toEqual(['typed', 'read'])
  after({ isOpen: false })
  expect(after({ isOpen: true })).toEqual(['changed', 'changed'])
})

it.each([
  [{ data: undefined, isStale: true }, undefined],
  [{ data: 'old', isStale: true }, undefined],
  [{ data: 'new', isStale: false }, 'new'],
])('for %j a form begins with %s', (query, expected) => {
  expect(currentValue(query)).toBe(expected)
})
