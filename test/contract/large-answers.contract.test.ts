import { afterAll, beforeAll, expect, it } from 'vitest'

import { weakEtag } from '#kernel/etag.ts'
import { isLarge } from '#runtime/is-large.ts'
import { addManyEvents } from '#support/runner/many-rows.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const LARGE = '/api/admin/search/events?limit=1000'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.backend.store.transaction((queries) => addManyEvents(queries, { count: 1200 }))
})
afterAll(() => app.stop())

it('issue 14: a large answer made in steps equals the answer made at once', async () => {
  const { status, text, headers } = await app.call(searchEvents, { query: { limit: '1000' } })
  expect(status).toBe(200)
  const body: unknown = JSON.parse(text)
  expect(isLarge(body)).toBe(true)
  expect(JSON.stringify(body) === text).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    etag: weakEtag(text),
  })
})

it('issue 14: a large answer supports 304 and HEAD', async () => {
  const { headers } = await app.call(searchEvents, { query: { limit: '1000' } })
  const again = await app.call(searchEvents, {
    query: { limit: '1000' },
    headers: { 'if-none-match': String(headers['etag']) },
  })
  expect([again.status, again.text]).toEqual([304, ''])
  const head = await app.call('HEAD', LARGE)
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers).toMatchObject({ etag: headers['etag'], 'content-length': headers['content-length'] })
})
