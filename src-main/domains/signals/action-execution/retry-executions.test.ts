import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet, switching } from '#support/stages/actions.ts'
import { readDueRetries, saveRetry } from './action-retries.store.ts'

let app: TestBackend
let ids: number[]

beforeAll(async () => {
  app = await startBackend({ env: { ACTIONS_PER_CYCLE: '2' } })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const endpoint = await addEndpoint(app, 'alerts')
  const robot = await addServiceAccount(app, 'robot')
  ids = []
  for (let index = 0; index < 5; index++) {
    const actions = [switching('OFF', 'flag')]
    ids.push((await createSet(app, actionSet(endpoint, robot, { name: `set ${index}`, actions }))).id)
  }
})
afterAll(() => app.stop())

it('retries are read in batches, the one that is due longest first, until none is left', async () => {
  const { store } = app.backend
  const now = app.clock.now()
  const due = (ago: number) => new Date(now.getTime() - ago * 1000).toISOString()
  await store.transaction(async (queries) => {
    // their executions are gone, so each is looked at and dropped
    for (const [index, actionSetId] of ids.entries())
      await saveRetry(queries, { actionSetId, executionId: 1, retry: 1, dueAt: due(index) })
  })
  const batch = await readDueRetries(store.queries, { now, limit: 2 })
  expect(batch.map(({ actionSetId }) => actionSetId)).toEqual([ids[4], ids[3]])
  await app.backend.runJobs()
  expect(await readDueRetries(store.queries, { now, limit: 100 })).toEqual([])
})
