import { toast } from 'svelte-sonner'
import { afterEach, expect, it, vi } from 'vitest'

import { notifyUndoable } from './notify.ts'

afterEach(() => toast.dismiss())

const press = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))

it('Ctrl+Z undoes the last action, each once', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  notifyUndoable('Tag a removed', first)
  notifyUndoable('Tag b removed', second)
  press()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  press()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  press()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})
