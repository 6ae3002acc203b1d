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
  // whoever asks reads it elsewhere: three megabytes are parsed in one turn
  const ask = (url: string) => app.backend.http.inject({ url, headers: { host: 'localhost:4242' } })
  const statuses: number[] = []
  const { longest } = await measureTurns(async () => {
    for (const url of ['/docs/openapi', '/docs/openapi.json']) statuses.push((await ask(url)).statusCode)
  })
  expect(statuses).toEqual([200, 200])
  expect(longest).toBeLessThan(MAX_TURN_MS)
})
