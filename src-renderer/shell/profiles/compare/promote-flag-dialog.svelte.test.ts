import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import type { Profile } from '../../../../src-shared/desktop/profiles.ts'
import type { RpcBridge, RpcResponse } from '../../../../src-shared/rpc/ipc-protocol.ts'
import { queryClient } from '../../../lib/queries.ts'
import { renderWindowContext } from '../../../lib/window-context.ts'
import PromoteFlagDialog from './PromoteFlagDialog.svelte'
import { lackOfTargets } from './promotion-targets.ts'

const look = { colour: 'blue', icon: 'flag', isOpen: true, hasWindow: false, isCurrent: false } as const
const profiles: Profile[] = [
  { ...look, id: 'home', name: 'Staging', isCurrent: true, kind: 'remote', url: 'https://staging' },
  { ...look, id: 'p-00000001', name: 'Live', kind: 'remote', url: 'https://live' },
  { ...look, id: 'p-00000002', name: 'Other', kind: 'remote', url: 'https://other' },
]
const original: Profile = {
  ...look,
  id: 'p-00000003',
  name: 'Elsewhere',
  kind: 'original',
  url: 'https://old',
  allowsChanges: false,
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a flag needs another profile to be promoted to', () => {
  expect(lackOfTargets([...profiles.slice(0, 1), original])).toBeUndefined()
  expect(lackOfTargets(profiles.slice(0, 1))).toMatch(/^This is the only profile/)
})

it('the dialog plans the promotion of the flag to the profile that is chosen', async () => {
  const asked: unknown[] = []
  const listeners: ((message: RpcResponse) => void)[] = []
  const bridge: RpcBridge = {
    send(message) {
      if (message.kind !== 'call') return
      asked.push([message.path, message.input])
      const plan = { created: 0, updated: 0, deleted: 0, steps: [] }
      const data = { plan, requests: [], fingerprint: 'seen', missing: [], blockers: [], notes: [] }
      const answer: RpcResponse = { id: message.id, result: { type: 'data', data } }
      queueMicrotask(() => listeners.forEach((listener) => listener(answer)))
    },
    onMessage(listener) {
      listeners.push(listener)
      return () => undefined
    },
  }
  vi.stubGlobal('halyard', bridge)
  const props = {
    open: true,
    name: 'checkout',
    environments: ['production'],
    profiles: [...profiles, original],
  }
  render(PromoteFlagDialog, { props, context: renderWindowContext() })
  const to = await screen.findByLabelText<HTMLSelectElement>('To')
  expect([...to.options].map(({ label }) => label)).toEqual([
    'Choose a profile',
    'Live',
    'Other',
    'Elsewhere',
  ])
  expect(asked).toEqual([])
  await fireEvent.change(to, { target: { value: 'p-00000002' } })
  await screen.findByText(/^Nothing to do/)
  const sides = { from: 'home', to: 'p-00000002' }
  const promotion = { ...sides, flags: ['checkout'], environments: ['production'], createMissing: false }
  expect(asked).toEqual([['desktop.planPromotion', promotion]])
  expect(screen.queryByText(/one after the other/)).toBeNull()
  await fireEvent.change(to, { target: { value: original.id } })
  expect(await screen.findByText(/^This is an Unleash-compatible service/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
