import { afterAll, beforeAll, expect, it } from 'vitest'

import { registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { createTag } from '#shared/flags/contract/tags.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({})
})
afterAll(() => app.stop())

it('while the store holds writes, each is refused at once and whole, and reading goes on; then writes go on', async () => {
  const hold = await app.backend.store.hold()
  const tag = { type: 'simple', value: 'held' }
  const refused = await app.call('POST', createTag.path, { body: tag })
  expect(refused).toMatchObject({ status: 503, body: { name: 'StoreUnavailableError' } })
  expect(refused.headers['retry-after']).toBe('5')
  const batched = await app.call('POST', registerClientApplication.path, {
    token: BACKEND,
    body: { appName: 'held', interval: 1000, started: '2026-11-23T00:00:00.000Z', strategies: [] },
  })
  expect(batched.status).toBe(503)
  // outside of a transaction too, and not only after waiting for a lock
  const writing = app.backend.store.queries
    .insertInto('tags')
    .values({ type: 'simple', value: 'held' } as never)
  await expect(writing.execute()).rejects.toMatchObject({ code: 'WRITES_HELD' })
  expect((await app.call('GET', '/api/client/features', { token: BACKEND })).status).toBe(200)
  expect(app.backend.status()).toMatchObject({ writable: false })
  await expect(app.backend.store.hold()).rejects.toMatchObject({ code: 'WRITES_HELD' })

  await hold.release()
  expect(app.backend.status()).toMatchObject({ writable: true, failure: null })
  expect((await app.call(createTag, { body: tag })).status).toBe(201)
})
