import { expect, it } from 'vitest'

import { DialogState } from './dialog-state.svelte.ts'

it('a dialog keeps its subject while it closes', () => {
  const dialogs = new DialogState<'edit' | 'delete', { name: string }>()
  expect(dialogs.what).toBeUndefined()

  const flag = { name: 'checkout' }
  dialogs.open('delete', flag)
  dialogs.close(true)
  expect(dialogs.what).toBe('delete')
  expect(dialogs.chosen).toBe(flag)

  dialogs.close(false)
  expect(dialogs.what).toBeUndefined()
  expect(dialogs.chosen).toBe(flag)

  dialogs.open('edit')
  expect(dialogs.chosen).toBeUndefined()
})
