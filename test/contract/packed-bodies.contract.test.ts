import { deflateSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ADMIN = '*:*.packed'
const BACKEND = '*:development.packed'
const FEATURES = '/api/admin/projects/default/features'
const METRICS = '/api/client/metrics'
let app: TestBackend
let url: string

beforeAll(async () => {
  app = await startBackend({ env: { INIT_ADMIN_API_TOKENS: ADMIN, INIT_BACKEND_API_TOKENS: BACKEND } })
  url = await app.backend.listen('auto')
})
afterAll(() => app.stop())

/** Sends bytes as they are, as a sender that packs does. */
async function post(path: string, bytes: Buffer, encoding: string | undefined, token = ADMIN) {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = new Uint8Array(bytes)
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: encoding === undefined ? headers : { ...headers, 'content-encoding': encoding },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

// docs/contract/http.md#content-encoding
describe('a packed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('is unpacked: %s', async (encoding, pack) => {
    const name = `packed-${encoding}`
    const { status, text } = await post(FEATURES, pack(json({ name })), encoding)
    expect([status, text]).toEqual([201, expect.stringContaining(name)])
  })

  it('brings the counts of an SDK', async () => {
    const bucket = { start: '2026-11-21T11:00:00Z', stop: '2026-11-21T11:01:00Z', toggles: {} }
    const report = gzipSync(json({ appName: 'packs', bucket }))
    expect((await post(METRICS, report, 'gzip', BACKEND)).status).toBe(202)
  })

  it('has its limit unpacked', async () => {
    const bomb = gzipSync(json({ name: 'large', description: ' '.repeat(200_000) }))
    expect(bomb.length).toBeLessThan(2000)
    expect(await post(FEATURES, bomb, 'gzip')).toMatchObject({ status: 413 })
  })

  it.each([
    ['gzip', 400, 'not packed with gzip'],
    ['deflate', 400, 'not packed with deflate'],
    ['br', 415, 'Content-Encoding br'],
  ])('is refused where it is not what it says: %s', async (encoding, status, words) => {
    const answer = await post(FEATURES, json({ name: 'plain' }), encoding)
    expect(answer).toEqual({ status, text: expect.stringContaining(words) as string })
  })

  it('is nobody else’s matter: who may not send one is told that first', async () => {
    expect((await post(FEATURES, json({ name: 'x' }), 'br', BACKEND)).status).toBe(403)
  })
})

it('a byte order mark before the JSON is left out', async () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json({ name: 'marked' })])
  expect((await post(FEATURES, marked, undefined)).status).toBe(201)
})
