import { expect, it, vi } from 'vitest'

import { EvaluationLog } from '#domains/clients/evaluation-log/evaluation-log.ts'
import type { WorkerNotes } from '../notes.ts'
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
