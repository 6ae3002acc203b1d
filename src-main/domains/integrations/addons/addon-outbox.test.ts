import { afterAll, beforeAll, expect, it } from 'vitest'

import { Outbound } from '#kernel/outbound.ts'
import { FLAGS, startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'
import { createLogger } from '#kernel/logger.ts'
import { AddonOutbox } from './addon-outbox.ts'

let stage: AddonStage

beforeAll(async () => {
  stage = await startAddonStage()
})

afterAll(() => stage.stop())

it('a delivery that is paused as it begins continues after the pause', async () => {
  const { app, receiver } = stage
  await stage.create({ events: ['feature-metadata-updated'] })
  await app.call('POST', FLAGS, { body: { name: 'a' } })
  // the instance's own outbox must not deliver meanwhile
  await app.call('POST', '/api/admin/maintenance', { body: { enabled: true } })
  const body = [{ op: 'replace', path: '/description', value: 'b' }]
  expect((await app.call('PATCH', `${FLAGS}/a`, { body })).status).toBe(200)
  const paused = [false, true]
  const outbox = new AddonOutbox({
    store: app.backend.store,
    clock: app.clock,
    logger: createLogger('silent'),
    isPaused: () => paused.shift() ?? false,
    terms: {
      outbound: new Outbound({ allowPrivate: true, allowList: [] }, { timeoutMs: 1000 }),
      pagesUrl: () => 'http://localhost:4242',
      pauseMs: 1,
    },
  })
  await outbox.run()
  expect(receiver.seen).toHaveLength(0)
  await outbox.run()
  expect(receiver.seen).toHaveLength(1)
  await outbox.stop()
})
