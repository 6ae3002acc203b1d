import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import type { Profile } from '#shared/desktop/profiles.ts'
import { answerAsApp, PROFILE } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import PromoteFlagDialog from './PromoteFlagDialog.svelte'
import { lackOfTargets } from './promotion-targets.ts'

const profiles: Profile[] = [
  { ...PROFILE, id: 'home', name: 'Staging', isCurrent: true, kind: 'remote', url: 'https://staging' },
  { ...PROFILE, id: 'p-00000001', name: 'Live', kind: 'remote', url: 'https://live' },
  { ...PROFILE, id: 'p-00000002', name: 'Other', kind: 'remote', url: 'https://other' },
]
const original: Profile = {
  ...PROFILE,
  id: 'p-00000003',
  name: 'Elsewhere',
  kind: 'original',
  url: 'https://old',
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a flag needs another instance to be promoted to', () => {
  expect(lackOfTargets([...profiles.slice(0, 1), original])).toBeUndefined()
  expect(lackOfTargets(profiles.slice(0, 1))).toMatch(/^This is the only instance/)
})

it('the dialog plans the promotion of the flag to the instance that is chosen', async () => {
  const plan = { created: 0, updated: 0, deleted: 0, steps: [] }
  const { asked } = answerAsApp({
    planPromotion: () => ({ plan, requests: [], fingerprint: 'seen', missing: [], blockers: [], notes: [] }),
  })
  const props = {
    open: true,
    name: 'checkout',
    environments: ['production'],
    profiles: [...profiles, original],
  }
  render(PromoteFlagDialog, { props, context: renderWindowContext() })
  const to = await screen.findByLabelText<HTMLSelectElement>('To')
  expect([...to.options].map(({ label }) => label)).toEqual([
    'Choose an instance',
    'Live',
    'Other',
    'Elsewhere',
  ])
  expect(asked).toEqual([])
  await fireEvent.change(to, { target: { value: 'p-00000002' } })
  await screen.findByText(/^Nothing to do/)
  const sides = { from: 'home', to: 'p-00000002' }
  const promotion = { ...sides, flags: ['checkout'], environments: ['production'], createMissing: false }
  expect(asked).toEqual([['planPromotion', promotion]])
  expect(screen.queryByText(/one after the other/)).toBeNull()
  await fireEvent.change(to, { target: { value: original.id } })
  expect(await screen.findByText(/^This is an Unleash-compatible service/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
