import { expect, it } from 'vitest'

import { insertSignal } from '#domains/signals/signals/signals.store.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet } from '#support/stages/actions.ts'
import { logLines } from '#support/service/log-lines.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

const SIGNALS = 3

it('a service that stops lets its running job finish, and closes the store afterwards', async () => {
  const { logger, lines } = logLines()
  let executed = 0
  let isBegun: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (isBegun = resolve))
  const app = await startBackend({
    logger,
    env: { ACTIONS_INTERVAL_SECONDS: '0.1' },
    guards: [
      ({ operationId }) => {
        if (operationId !== 'toggleFeatureEnvironmentOff') return
        executed++
        isBegun()
      },
    ],
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const endpoint = await addEndpoint(app, 'stopped')
  await createSet(app, actionSet(endpoint, await addServiceAccount(app, 'robot')))
  const createdAt = app.clock.now().toISOString()
  // at once: the job has more before it when the service stops
  await app.backend.store.transaction(async (queries) => {
    for (let n = 0; n < SIGNALS; n++)
      await insertSignal(queries, { sourceId: endpoint, payload: {}, createdAt })
  })
  await begun
  await app.stop()
  expect(executed).toBe(SIGNALS)
  expect(lines.filter((line) => line.includes('a job failed'))).toEqual([])
})
