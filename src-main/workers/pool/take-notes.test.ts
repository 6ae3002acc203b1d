import { expect, it, vi } from 'vitest'

import { EvaluationLog } from '#domains/clients/evaluation-log/evaluation-log.ts'
import type { UsageSink } from '#domains/clients/remote-evaluation/remote-usage.ts'
import { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { Actor } from '#kernel/caller.ts'
import type { WorkerNotes } from '../notes.ts'
import { NoteCollector, NotedUsage } from '../worker/note-collector.ts'
import { takeNotes, type NoteKeepers } from './take-notes.ts'

const NOTES: WorkerNotes = {
  answers: [],
  measured: [],
  calls: [],
  requests: [],
  evaluations: [
    {
      kind: 'client',
      status: 200,
      at: 1000,
      appName: 'shop',
      tokenName: 'backend',
      environment: 'development',
      projects: ['*'],
      revision: 7,
      count: 3,
      isExplained: true,
    },
  ],
  contexts: [],
  contextGaps: [],
  revisions: [],
  uses: [],
}

it('an evaluation is noted without its flags if these cannot be read', async () => {
  const evaluationLog = new EvaluationLog()
  const of = vi.fn(() => Promise.reject(new Error('the disk cannot be read')))
  const keepers = {
    configuration: { of, keeps: () => true },
    evaluationLog,
    requestLog: { isOn: false },
  } as unknown as NoteKeepers
  takeNotes(NOTES, keepers, new Date(2000))
  await vi.waitFor(() => expect(evaluationLog.list(new Set())).toMatchObject([{ appName: 'shop', count: 3 }]))
  expect(of).toHaveBeenCalledOnce()
})

it('contexts are noted with their origin and SDK, and those that a worker left out as a gap', () => {
  const collector = new NoteCollector()
  const at = new Date(1000)
  const call = { environment: 'test', projects: ['*'], sdk: 'unleash-js-sdk:3.8.2', at }
  const context = { userId: 'ann' }
  for (const origin of ['all-flags', 'one-flag'] as const) collector.noteContext({ ...call, context, origin })
  const seenContexts = new SeenContexts(5000)
  const keepers = { seenContexts, requestLog: { isOn: false }, configuration: {} } as unknown as NoteKeepers
  const take = () => takeNotes({ ...collector.take(), evaluations: [] }, keepers, at)
  take()
  const kept = seenContexts.since('test', new Date(0))
  expect(kept.map(({ origin, sdk }) => [origin, sdk]).sort()).toEqual([
    ['all-flags', call.sdk],
    ['one-flag', call.sdk],
  ])
  expect(seenContexts.completeSince('test')).toBeUndefined()
  for (let n = 0; n < 2000; n++)
    collector.noteContext({ ...call, context: { userId: String(n) }, origin: 'all-flags' })
  take()
  expect(seenContexts.completeSince('test')).toBe(at.toISOString())
})

it('evaluations of a flag are counted once for each, with names of applications that are short enough', () => {
  const collector = new NoteCollector()
  const actor = {
    kind: 'frontend-token',
    username: 'web',
    tokenHash: 'h',
    environment: 'test',
    projects: ['*'],
  }
  const now = new Date(1000)
  const evaluation = { name: 'checkout', enabled: true, variant: { name: 'blue', enabled: true } }
  const usage = new NotedUsage(collector)
  const use = { evaluation, scope: { environment: 'test', projects: ['*'] }, audiences: ['token:web'], now }
  for (const appName of ['shop', 'shop', 'x'.repeat(101), undefined])
    usage.note(actor as Actor, { ...use, appName })
  const note = vi.fn<UsageSink['note']>()
  const keepers = {
    tokens: { actorOfHash: (hash: string) => (hash === 'h' ? actor : undefined) },
    remoteUsage: { note },
    requestLog: { isOn: false },
  } as unknown as NoteKeepers
  takeNotes(collector.take(), keepers, now)
  expect(note.mock.calls.map(([by, { evaluation: of, appName, count }]) => [by, of, appName, count])).toEqual(
    [
      [actor, evaluation, 'shop', 2],
      [actor, evaluation, undefined, 2],
    ],
  )
  expect(collector.take().uses).toEqual([])
})
