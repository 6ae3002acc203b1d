import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it, vi } from 'vitest'

import ConfirmDialog from './ConfirmDialog.svelte'
import TypedConfirmDialog from './TypedConfirmDialog.svelte'

/** A page that shows the dialog as long as it knows what it is about, as pages do. */
function aboutSomething() {
  let about: string | undefined = 'the flag'
  const done = vi.fn<(what: string | undefined) => void>()
  const props = {
    title: 'Delete it?',
    description: 'It goes for good.',
    action: 'Delete',
    get open() {
      return about !== undefined
    },
    set open(isOpen: boolean) {
      if (!isOpen) about = undefined
    },
    onconfirm: () => done(about),
  }
  return { props, done, isOpen: () => about !== undefined }
}

it('a confirmation dialog knows its subject until the action is done, then closes', async () => {
  const { props, done, isOpen } = aboutSomething()
  render(ConfirmDialog, props)
  await fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(done.mock.calls).toEqual([['the flag']])
  expect(isOpen()).toBe(false)
})

it('a confirmation dialog knows its subject where a word has to be typed', async () => {
  const { props, done, isOpen } = aboutSomething()
  render(
    TypedConfirmDialog,
    Object.defineProperties({ word: 'flag' }, Object.getOwnPropertyDescriptors(props)) as typeof props & {
      word: string
    },
  )
  await fireEvent.input(screen.getByLabelText('Type flag to confirm'), { target: { value: 'flag' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(done.mock.calls).toEqual([['the flag']])
  expect(isOpen()).toBe(false)
})

it('Enter confirms, whatever else can take the focus', async () => {
  const children = createRawSnippet(() => ({ render: () => '<select><option>24 h</option></select>' }))
  const words = { title: 'Turn it on?', description: 'In production.', action: 'Turn on' }
  render(ConfirmDialog, { ...words, open: true, onconfirm: () => {}, children })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn on' })))
})
