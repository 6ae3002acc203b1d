import { afterAll, beforeAll, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getActionSetEvents } from '#shared/signals/contract/action-execution.ts'
import { getActionSetNotes, setActionRules } from '#shared/signals/contract/action-rules.ts'
import { startSeveral } from '#support/service/several-halyards.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import {
  actionSet,
  addEndpoint,
  addServiceAccount,
  addSignal,
  createSet,
  switching,
} from '#support/stages/actions.ts'

const HALYARDS = 3
const ROUNDS = 12

let several: Awaited<ReturnType<typeof startSeveral>>
let one: TestBackend
let endpoint: number
let robot: number
let isBusy = false

beforeAll(async () => {
  const guards = [
    async ({ operationId }: { operationId: string }) => {
      if (isBusy && operationId.startsWith('toggle')) throw new AppError('ConflictError', 'Busy.')
    },
  ]
  several = await startSeveral(HALYARDS, { guards })
  const [first] = several.halyards
  if (!first) throw new Error('nothing was started')
  one = first
  endpoint = await addEndpoint(one, 'alerts')
  robot = await addServiceAccount(one, 'robot')
  await one.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => several.stop())

/** Runs the jobs of all at the same moment. */
const runAll = async (seconds = 0) => {
  for (const { clock } of several.halyards) clock.advance(seconds * 1000)
  await Promise.all(several.halyards.map(({ backend }) => backend.runJobs()))
}
const at = (id: number) => ({ params: { projectId: 'default', id: String(id) } })
const create = async (name: string, body: object) => {
  const { id } = await createSet(
    one,
    actionSet(endpoint, robot, { name, actions: [switching('ON', 'flag')] }),
  )
  await one.call(setActionRules, { ...at(id), body })
  return id
}
const executionsOf = async (id: number) =>
  (await one.call(getActionSetEvents, { ...at(id), query: { limit: '1000' } })).body.actionSetEvents

it('retries each execution once, whichever of several Halyards is first', async () => {
  const id = await create('Retries', { retries: 4, retryAfterSeconds: 10 })
  await addSignal(one, endpoint)
  isBusy = true
  const seen: number[] = []
  for (const seconds of [0, 10, 20, 40, 80, 160]) {
    await runAll(seconds)
    seen.push((await executionsOf(id)).length)
  }
  isBusy = false
  expect(seen).toEqual([1, 2, 3, 4, 5, 5])
})

it('keeps the pace of a set over all of them', async () => {
  const id = await create('Paced', { maxPerHour: 3 })
  for (let n = 0; n < ROUNDS; n++) {
    await Promise.all(several.halyards.map((halyard) => addSignal(halyard, endpoint)))
    await runAll(60)
  }
  expect(await executionsOf(id)).toHaveLength(3)
  const { notes } = (await one.call(getActionSetNotes, { ...at(id), query: { limit: '100' } })).body
  expect(notes).toHaveLength(ROUNDS * HALYARDS - 3)
})
