import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { push, router } from 'svelte-spa-router'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { Editor } from '#lib/editor.svelte.ts'
import { keys, queryClient } from '#lib/queries.ts'
import EditorDialog from './EditorDialog.svelte'

afterEach(cleanup)

const text = (words: string) => createRawSnippet(() => ({ render: () => `<p>${words}</p>` }))
const show = (onsave: () => Promise<unknown>, more: object = {}) => {
  const begin = vi.fn()
  const editor = new Editor({ begin })
  const props = {
    open: true,
    editor,
    title: 'New item',
    action: 'Create item',
    refused: "Couldn't create the item",
    onsave,
    children: text('fields'),
    ...more,
  }
  return { begin, editor, props, ...render(EditorDialog, { props }) }
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Create item' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('an editor dialog', () => {
  it('resets its form on each opening only', async () => {
    const { begin, props, rerender } = show(() => Promise.resolve())
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(1))
    await rerender({ ...props, open: false })
    expect(begin).toHaveBeenCalledTimes(1)
    await rerender({ ...props, open: true })
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(2))
  })

  it('focuses the first field of a form that had to be read first', async () => {
    const children = createRawSnippet(() => ({ render: () => '<input aria-label="Name" />' }))
    const { props, rerender } = show(() => Promise.resolve(), { children, instead: text('Loading') })
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    await rerender({ ...props, instead: undefined })
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  it('closes after it saved', async () => {
    const onsave = vi.fn(() => Promise.resolve())
    show(onsave)
    await save()
    await closed()
    expect(onsave).toHaveBeenCalledTimes(1)
  })

  it('stays open, with the error, when saving is rejected', async () => {
    show(() => Promise.reject(new Error('The name is taken.')))
    await save()
    expect(await screen.findByText('The name is taken.')).toBeTruthy()
    expect(screen.getByText("Couldn't create the item")).toBeTruthy()
    expect(screen.getByText('fields')).toBeTruthy()
  })

  it('stays open when saving returns false', async () => {
    const { editor } = show(() => Promise.resolve(false))
    await save()
    await waitFor(() => expect(editor.isBusy).toBe(false))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it.each([
    ['keeps a draft when only the session ends', '/', true],
    ['keeps no draft when its page is left, since what was typed was discarded', '/elsewhere', false],
  ])('%s', async (_what, address, isKept) => {
    localStorage.clear()
    // other files that share the modules leave the router elsewhere
    await push('/')
    await waitFor(() => expect(router.location).toBe('/'))
    queryClient.setQueryData(keys.me, { user: { id: 1 } })
    const children = createRawSnippet(() => ({ render: () => '<label>Name <input /></label>' }))
    const { unmount } = show(() => Promise.resolve(), { children })
    await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'half typed' } })
    await push(address)
    await waitFor(() => expect(router.location).toBe(address))
    unmount()
    expect(Object.keys(localStorage).some((key) => key.startsWith('halyard.drafts'))).toBe(isKept)
    await push('/')
    queryClient.clear()
  })

  it('shows a result in place of the form', () => {
    show(() => Promise.resolve(), { instead: text('the secret') })
    expect(screen.getByText('the secret')).toBeTruthy()
    expect(screen.queryByText('fields')).toBeNull()
  })

  it('clears values on closing that must not be kept, and begins with what is edited then', async () => {
    const { begin, props, rerender } = show(() => Promise.resolve(), { forgets: true })
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(1))
    await rerender({ ...props, open: false })
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(2))
    await rerender({ ...props, open: true })
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(3))
  })
})
