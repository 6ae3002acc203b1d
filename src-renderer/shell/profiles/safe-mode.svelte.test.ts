import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Profile } from '#shared/desktop/profiles.ts'
import { answerAsApp, PROFILE } from '#lib/answer-as-app.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import { commandEntries } from '../palette/entries.ts'
import { overlays } from '../overlays.svelte.ts'
import AllowChangesDialog from './AllowChangesDialog.svelte'
import ProfileEditor from './ProfileEditor.svelte'
import SafeModeBar from './SafeModeBar.svelte'

const NOW = Date.parse('2026-11-24T12:00:00.000Z')
const url = 'https://flags.example.com'
const live: Profile = {
  ...PROFILE,
  ...({ kind: 'original', url, isCurrent: true, safeMode: 'production', allowsChanges: false } as const),
}
let shown: Profile
let app: ReturnType<typeof answerAsApp>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  shown = live
  app = answerAsApp({ profiles: () => [shown] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  overlays.allowChanges = false
})

const showBar = () => render(SafeModeBar, { context: renderWindowContext() })
const bar = () => screen.findByRole('region', { name: 'Safe mode' })

describe('the bar of a window', () => {
  it('names a read-only production instance, and leads to the question', async () => {
    showBar()
    expect((await bar()).textContent).toMatch(/Live\s+Production\s+Read-only\s+Allow changes/)
    expect((await bar()).className).toContain('production red')
    await fireEvent.click(screen.getByRole('button', { name: 'Allow changes' }))
    expect(overlays.allowChanges).toBe(true)
  })

  it('counts down, tells screen readers of the last minute, and locks at once', async () => {
    shown = { ...live, allowsChanges: true, readOnlyAt: NOW + 90_000 }
    showBar()
    expect((await bar()).textContent).toContain('Read-only again in 2 min')
    const state = screen.getByRole('status')
    expect(state.textContent.trim()).toBe('Changes are allowed')
    vi.setSystemTime(NOW + 50_000)
    await screen.findByText('Read-only again in 40 s')
    expect(state.textContent).toContain('Read-only again within a minute, unless you go on.')
    await fireEvent.click(screen.getByRole('button', { name: 'Lock now' }))
    await waitFor(() => expect(app.asked).toContainEqual(['lockChanges', { id: live.id }]))
  })

  it('says nothing of production and of a time where there is none', async () => {
    shown = { ...live, safeMode: 'on', allowsChanges: true }
    showBar()
    expect((await bar()).textContent).not.toMatch(/Production|again in/)
  })

  it('is not there while safe mode is off', async () => {
    shown = { ...live, safeMode: 'off', allowsChanges: true }
    showBar()
    await waitFor(() => expect(queryClient.getQueryData(keys.profiles)).toHaveLength(1))
    expect(screen.queryByRole('region')).toBeNull()
  })
})

describe('the question before changes are allowed', () => {
  const ask = (profile: Profile) =>
    render(AllowChangesDialog, { props: { profile, open: true }, context: renderWindowContext() })

  it('is answered by typing the name', async () => {
    ask(live)
    const allow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Allow changes' })
    const typed = screen.getByLabelText('Type Live to confirm')
    await fireEvent.input(typed, { target: { value: 'live' } })
    expect(allow.disabled).toBe(true)
    await fireEvent.input(typed, { target: { value: 'Live' } })
    await waitFor(() => expect(allow.disabled).toBe(false))
    await fireEvent.click(allow)
    await waitFor(() => expect(app.asked).toContainEqual(['allowChanges', { id: live.id, typed: 'Live' }]))
  })

  it.each<[string, Partial<Profile>, RegExp]>([
    ['elsewhere', {}, /at https:\/\/flags\.example\.com at once, for everybody/],
    ['here', { kind: 'local' }, /at once, also for the SDKs that use it\./],
    ['by idling and at a start', {}, /after 15 minutes .* input, and when the app starts again\.$/],
    ['by idling', { safeMode: 'on', idleMinutes: 1 }, /again after 1 minute without a change or an input\.$/],
    ['at a start', { idleMinutes: 0 }, /It is read-only again when the app starts again\.$/],
    ['never', { safeMode: 'on', idleMinutes: 0 }, /You can make it read-only again at any time\.$/],
  ])('says what changes do %s', async (_what, facts, words) => {
    ask({ ...live, ...facts } as Profile)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('the settings of an instance', () => {
  const edit = (profile?: Profile) =>
    render(ProfileEditor, { props: { profile, open: true }, context: renderWindowContext() })
  const mode = () => screen.getByLabelText<HTMLSelectElement>(/^Safe mode/)

  it('begin with the usual safe mode of the kind, unless another is chosen', async () => {
    edit()
    const kind = await screen.findByLabelText('Kind')
    expect(mode().value).toBe('off')
    expect(screen.queryByLabelText(/^Idle minutes/)).toBeNull()
    await fireEvent.change(kind, { target: { value: 'original' } })
    expect(mode().value).toBe('on')
    await fireEvent.change(mode(), { target: { value: 'production' } })
    await fireEvent.change(kind, { target: { value: 'local' } })
    expect(mode().value).toBe('production')
    await fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'Mine' } })
    await fireEvent.input(screen.getByLabelText(/^Idle minutes/), { target: { value: '5' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Add instance' }))
    const safety = { safeMode: 'production', idleMinutes: 5 }
    await waitFor(() => expect(app.asked).toContainEqual(['createProfile', expect.objectContaining(safety)]))
  })

  it('are those of the instance', async () => {
    const { rerender } = edit()
    await rerender({ profile: undefined, open: false })
    // as the list does, which holds one dialog for all of them
    await rerender({ profile: { ...live, idleMinutes: 7 }, open: true })
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Live'))
    expect((await screen.findByLabelText<HTMLInputElement>(/^Idle minutes/)).value).toBe('7')
    expect(mode().value).toBe('production')
    await fireEvent.change(mode(), { target: { value: 'off' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const change = { id: live.id, name: 'Live', colour: 'red', icon: 'cloud', safeMode: 'off', url }
    await waitFor(() => expect(app.asked).toContainEqual(['changeProfile', change]))
  })
})

describe('the commands of safe mode', () => {
  const refusals = () =>
    Object.fromEntries(
      commandEntries()
        .filter(({ also }) => also?.includes('safe mode'))
        .map(({ label, refusal }) => [label, refusal]),
    )

  it.each<[Partial<Profile>, string | undefined, string | undefined]>([
    [{ allowsChanges: false }, undefined, 'It is read-only already.'],
    [{ allowsChanges: true }, 'Changes are allowed already.', undefined],
  ])('are offered where they do something: %j', async (facts, allow, lock) => {
    shown = { ...live, ...facts } as Profile
    showBar()
    await bar()
    expect(refusals()).toEqual({ 'Allow changes': allow, 'Make this window read-only': lock })
  })
})
