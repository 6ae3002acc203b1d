import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Profile } from '#shared/desktop/profiles.ts'
import type { ProfileComparison, PromotionPlan } from '#shared/desktop/promotion.ts'
import { answerAsApp, PROFILE } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ComparePage from './ComparePage.svelte'

const profiles: Profile[] = [
  { ...PROFILE, id: 'home', name: 'Staging', isCurrent: true, kind: 'remote', url: 'https://staging' },
  { ...PROFILE, kind: 'remote', url: 'https://live' },
]
const comparison: ProfileComparison = {
  equal: 7,
  environments: ['development', 'production'],
  notes: [],
  flags: [
    { name: 'new', project: 'shop', place: 'from', differences: [] },
    {
      name: 'changed',
      project: 'shop',
      place: 'both',
      differences: [{ property: 'enabled', environment: 'production' }],
    },
    { name: 'theirs', project: 'shop', place: 'to', differences: [] },
  ],
}
const change = { path: 'description', before: 'a', after: 'b' }
const planned: PromotionPlan = {
  plan: {
    created: 0,
    updated: 1,
    deleted: 0,
    steps: [{ action: 'update', operation: 'updateFeature', path: 'flags/changed', changes: [change] }],
  },
  requests: [],
  fingerprint: 'seen',
  missing: [],
  blockers: [],
  notes: ['The segment nordic differs at Live, and stays as it is there.'],
}
const plan = vi.fn((_input: unknown): unknown => planned)
const promote = vi.fn((_input: unknown): unknown => ({ plan: planned.plan, requests: [] }))

const show = (address: string) => {
  history.replaceState(null, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  render(ComparePage, { context: renderWindowContext() })
}
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const choose = async (name: string) => fireEvent.click(within(await rowOf(name)).getByRole('checkbox'))

beforeEach(() => {
  plan.mockClear()
  promote.mockClear()
  answerAsApp({
    profiles: () => profiles,
    compareProfiles: () => comparison,
    planPromotion: plan,
    promoteFlags: promote,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const PAIR = '#/profiles/compare?from=home&to=p-00000001'

it('asks for two instances, and begins with that of the window', async () => {
  show('#/profiles/compare')
  expect((await screen.findByLabelText<HTMLSelectElement>('From')).value).toBe('home')
  expect(screen.getByText(/^Choose two instances/)).toBeTruthy()
})

it('offers services without scenario files, too, and says which of their flags are left out', async () => {
  const original = { ...PROFILE, kind: 'original', url: 'https://old' }
  answerAsApp({
    profiles: () => [...profiles, { ...original, id: 'p-00000002', name: 'Elsewhere' }],
    // both sides, where the profiles have one name
    compareProfiles: () => ({ ...comparison, notes: ['odd is left out.', 'odd is left out.'] }),
  })
  show('#/profiles/compare?to=p-00000002')
  const to = await screen.findByLabelText<HTMLSelectElement>('To')
  expect([...to.options].map(({ label }) => label)).toEqual(['Staging', 'Live', 'Elsewhere'])
  await fireEvent.click(await screen.findByText('2 notes'))
  expect(screen.getAllByText('odd is left out.')).toHaveLength(2)
})

it('shows which instance has a flag, and in what it differs', async () => {
  show(PAIR)
  expect((await rowOf('new')).textContent).toContain('only in Staging')
  expect((await rowOf('changed')).textContent).toContain('production: on or off')
  expect((await rowOf('theirs')).textContent).toContain('only in Live')
  expect(screen.getByText('7 flags are equal')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const typed = await screen.findByRole('combobox', { name: 'Filter by' })
  await fireEvent.input(typed, { target: { value: 'live' } })
  await waitFor(() => expect(typed.getAttribute('aria-activedescendant')).toBeTruthy())
  await fireEvent.keyDown(typed, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByText('changed')).toBeNull())
  expect(screen.getByText('theirs')).toBeTruthy()
})

it('plans the chosen flags in the chosen environments, and promotes what was seen', async () => {
  show(PAIR)
  await choose('changed')
  // a flag of the other profile alone can be chosen, and is not promoted
  await choose('theirs')
  await fireEvent.click(screen.getByRole('button', { name: 'Promote 1 flag' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^The segment nordic differs/)).toBeTruthy()
  const promotion = { from: 'home', to: 'p-00000001', flags: ['changed'], createMissing: false }
  expect(plan).toHaveBeenLastCalledWith({ ...promotion, environments: ['development', 'production'] })
  expect(promote).not.toHaveBeenCalled()

  await fireEvent.click(dialog.getByLabelText('production'))
  const narrowed = { ...promotion, environments: ['development'] }
  await waitFor(() => expect(plan).toHaveBeenLastCalledWith(narrowed))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Promote 1 flag' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await fireEvent.click(button)
  await waitFor(() => expect(promote).toHaveBeenCalledWith({ ...narrowed, fingerprint: 'seen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows what becomes a change request there, and submits it', async () => {
  const requests: PromotionPlan['requests'] = [
    {
      project: 'shop',
      environment: 'production',
      title: 'Promote changed from Staging',
      flags: [{ name: 'changed', changes: ['Turn on changed in production'] }],
    },
  ]
  plan.mockReturnValue({ ...planned, plan: { created: 0, updated: 0, deleted: 0, steps: [] }, requests })
  show(PAIR)
  await choose('changed')
  await fireEvent.click(screen.getByRole('button', { name: 'Promote 1 flag' }))
  const dialog = within(await screen.findByRole('dialog'))
  const request = within(await dialog.findByRole('region', { name: 'Change request for production of shop' }))
  expect(request.getByText('Turn on changed in production')).toBeTruthy()
  expect(dialog.queryByText(/^Nothing to do/)).toBeNull()
  await fireEvent.click(dialog.getByRole('button', { name: 'Submit 1 change request' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(promote).toHaveBeenCalledWith(expect.objectContaining({ flags: ['changed'], fingerprint: 'seen' }))
  plan.mockReturnValue(planned)
})

it('offers to create what is missing, says what blocks, and keeps the dialog open after an error', async () => {
  plan.mockReturnValueOnce({ ...planned, plan: null, missing: ['the segment nordic'], blockers: ['No way.'] })
  promote.mockReturnValueOnce(new Error('One of the two instances has changed.'))
  show(PAIR)
  await choose('new')
  await fireEvent.click(screen.getByRole('button', { name: 'Promote 1 flag' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('No way.')).toBeTruthy()
  expect(dialog.getByText(/^Not there yet: the segment nordic\. Tick/)).toBeTruthy()
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Promote 1 flag' })
  expect(button.disabled).toBe(true)

  await fireEvent.click(dialog.getByLabelText(/^Create what is missing/))
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(plan).toHaveBeenLastCalledWith(expect.objectContaining({ createMissing: true }))
  const before = plan.mock.calls.length
  await fireEvent.click(button)
  expect(await dialog.findByText('One of the two instances has changed.')).toBeTruthy()
  expect(plan.mock.calls.length).toBeGreaterThan(before)
})
