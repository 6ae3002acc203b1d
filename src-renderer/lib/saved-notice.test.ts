import { waitFor } from '@testing-library/svelte'
import { toast } from 'svelte-sonner'
import { afterEach, expect, it, vi } from 'vitest'

import { EVENT_TYPES, EVENTS, type EventType } from '#shared/audit/events/index.ts'
import { REVERSIBLE_TYPES } from '#shared/audit/undo/index.ts'
import { answerProcedures } from './answer-procedures.ts'
import { attempt } from './attempt.ts'
import { notifyWritten } from './notify-written.ts'
import { Submission } from './submission.svelte.ts'
import { beginWrite, collectWrites } from './writes.ts'

afterEach(() => {
  toast.dismiss()
  vi.unstubAllGlobals()
})

/** Stands for a write, as the link of the client begins and ends it. */
const write = (...types: EventType[]) => {
  const end = beginWrite()
  return Promise.resolve().then(() => end(types.map((type, index) => ({ id: index + 7, type }))))
}
const notices = () => toast.getActiveToasts().map((one) => ('title' in one ? one.title : undefined))
const save = async (...types: EventType[]) => {
  toast.dismiss()
  await new Submission().run(() => write(...types))
  return notices()
}

it('each form offers Undo after it saved what the event log can undo', async () => {
  const silent: string[] = []
  for (const type of REVERSIBLE_TYPES) if ((await save(type)).join() !== EVENTS[type].label) silent.push(type)
  expect(REVERSIBLE_TYPES.length).toBeGreaterThan(50)
  expect(silent).toEqual([])
})

it('no form offers Undo after it saved what cannot be undone', async () => {
  const others = EVENT_TYPES.filter((type) => !REVERSIBLE_TYPES.includes(type))
  const offered: string[] = []
  for (const type of others) if ((await save(type)).length > 0) offered.push(type)
  expect(offered).toEqual([])
})

it('Undo undoes the whole write, and a form with a notice of its own shows no second one', async () => {
  const undone: unknown[] = []
  answerProcedures({ undoEvent: (input) => void undone.push(input) })
  await new Submission().run(async () => {
    notifyWritten('Saved in its own words', await collectWrites(() => write('role-updated')))
  })
  expect(notices()).toEqual(['Saved in its own words'])
  toast.dismiss()
  await attempt('No', () => write('feature-created', 'feature-tagged'))
  expect(notices()).toEqual([EVENTS['feature-created'].label])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  await waitFor(() => expect(undone).toHaveLength(1))
  expect(undone[0]).toMatchObject({ params: { eventId: '7' }, body: { scope: 'write' } })
})
