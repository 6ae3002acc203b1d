import { afterAll, beforeAll, expect, it } from 'vitest'

import { measureTurns } from '#support/runner/processor-time.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const MAX_TURN_MS = 50

let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

it('the OpenAPI document and its page, which take more than a second, are made in short turns', async () => {
  const { longest } = await measureTurns(async () => {
    expect((await app.call('GET', '/docs/openapi', { token: null })).status).toBe(200)
    expect((await app.call('GET', '/docs/openapi.json', { token: null })).status).toBe(200)
  })
  expect(longest).toBeLessThan(MAX_TURN_MS)
})
