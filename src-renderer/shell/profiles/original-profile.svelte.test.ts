import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/queries.ts'
import { renderWindowContext } from '../../lib/window-context.ts'
import type { Profile } from '../../../src-shared/desktop/profiles.ts'
import type { RpcBridge, RpcRequest, RpcResponse } from '../../../src-shared/rpc/ipc-protocol.ts'
import AllowChangesDialog from './AllowChangesDialog.svelte'
import ProfileEditor from './ProfileEditor.svelte'

const url = 'https://flags.example.com'
const profile: Profile = {
  ...({ id: 'p-00000001', name: 'Live', colour: 'red', icon: 'cloud' } as const),
  ...{ isCurrent: false, isOpen: false, hasWindow: false },
  ...({ kind: 'original', url, allowsChanges: false } as const),
}
let asked: unknown[]

/** Stands in for the app, which does what it is asked. */
function appThatNotes(): RpcBridge {
  const listeners = new Set<(message: RpcResponse) => void>()
  return {
    send(message: RpcRequest) {
      if (message.kind !== 'call') return
      asked.push([message.path, message.input])
      for (const tell of listeners) tell({ id: message.id, result: { type: 'data', data: null } })
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
beforeEach(() => {
  asked = []
  vi.stubGlobal('halyard', appThatNotes())
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('allows changes only once the name of the profile is typed', async () => {
  render(AllowChangesDialog, { props: { profile, open: true }, context: renderWindowContext() })
  const allow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Allow changes' })
  expect(screen.getByText(/at https:\/\/flags\.example\.com at once/)).toBeTruthy()
  const typed = screen.getByLabelText('Type Live to confirm')
  await fireEvent.input(typed, { target: { value: 'live' } })
  expect(allow.disabled).toBe(true)
  await fireEvent.input(typed, { target: { value: 'Live' } })
  await waitFor(() => expect(allow.disabled).toBe(false))
  await fireEvent.click(allow)
  await waitFor(() =>
    expect(asked).toContainEqual(['desktop.changeProfile', { id: profile.id, allowsChanges: true }]),
  )
})

it('is created with a token, and no other sign-in is offered', async () => {
  render(ProfileEditor, { props: { profile: undefined, open: true }, context: renderWindowContext() })
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create profile' })
  const kind = screen.getByLabelText('Kind')
  await fireEvent.change(kind, { target: { value: 'remote' } })
  await fireEvent.change(screen.getByLabelText('Sign in by'), { target: { value: 'password' } })
  await fireEvent.change(kind, { target: { value: 'original' } })
  expect(screen.queryByLabelText('Sign in by')).toBeNull()
  await fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'Live' } })
  await fireEvent.input(screen.getByLabelText(/^Address/), { target: { value: url } })
  expect(create.disabled).toBe(true)
  await fireEvent.input(screen.getByLabelText(/^Token/), { target: { value: 'user:secret' } })
  await waitFor(() => expect(create.disabled).toBe(false))
  await fireEvent.click(create)
  const wanted = { kind: 'original', name: 'Live', colour: 'green', icon: 'server', url }
  const credentials = { kind: 'token', token: 'user:secret' }
  await waitFor(() => expect(asked).toContainEqual(['desktop.createProfile', { ...wanted, credentials }]))
})
