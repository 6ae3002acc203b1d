import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AVAILABLE } from '#runtime/compressor.ts'
import { acceptedEncoding } from '#transport/http/accepted-encoding.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FLAGS = 120
const FEATURES = '/api/client/features'
const LIST = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  for (let n = 0; n < FLAGS; n += 1) {
    const name = `a-flag-with-a-name-${n}`
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    await app.call('POST', `${LIST}/${name}/environments/development/on`)
  }
})
afterAll(() => app.stop())

type Headers = Record<string, string>

/** The answer with its bytes as they are on the wire. */
async function get(url: string, token: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await app.backend.http.inject({
    method,
    url,
    headers: { host: 'localhost:4242', authorization: token, ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Asks until the compressed form is there: no request waits for it. */
async function getPacked(url: string, token: string, encoding: string) {
  for (let turn = 0; turn < 200; turn += 1) {
    const answer = await get(url, token, { 'accept-encoding': encoding })
    if (answer.headers['content-encoding'] !== undefined) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`${url} was never compressed`)
}

describe('answers that many get', () => {
  it.each([
    [FEATURES, BACKEND],
    ['/api/frontend?userId=7&sessionId=1', FRONTEND],
  ])('%s: are compressed once, and hold the same', async (url, token) => {
    const plain = await get(url, token)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers['vary']).toContain('Accept-Encoding')
    const gzip = await getPacked(url, token, 'gzip')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect(gzip.headers['content-length']).toBe(String(gzip.bytes.length))
    const br = await getPacked(url, token, 'br')
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    expect((await get(url, token)).bytes.equals(plain.bytes)).toBe(true)
  })

  it.each(['gzip', 'br, gzip'])(
    'are compressed for the first who asks after a change, by %s',
    async (accepted) => {
      await app.call('POST', `${LIST}/a-flag-with-a-name-7/environments/development/off`)
      await app.call('POST', `${LIST}/a-flag-with-a-name-7/environments/development/on`)
      const first = await get(FEATURES, BACKEND, { 'accept-encoding': accepted })
      expect(first.headers['content-encoding']).toBe('gzip')
      const plain = await get(FEATURES, BACKEND)
      expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true)
      expect(first.bytes.length).toBeLessThan(plain.bytes.length / 4)
    },
  )

  it('have a weak ETag when they are compressed, and both get 304', async () => {
    const plain = await get(FEATURES, BACKEND)
    const packed = await getPacked(FEATURES, BACKEND, 'gzip')
    expect(plain.headers['etag']).toMatch(/^"/)
    expect(packed.headers['etag']).toBe(`W/${String(plain.headers['etag'])}`)
    for (const { headers } of [plain, packed]) {
      const etag = String(headers['etag'])
      const again = await get(FEATURES, BACKEND, { 'if-none-match': etag, 'accept-encoding': 'gzip' })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
    }
  })

  it('have the same headers and no body for HEAD', async () => {
    const packed = await getPacked(FEATURES, BACKEND, 'gzip')
    const head = await get(FEATURES, BACKEND, { 'accept-encoding': 'gzip' }, 'HEAD')
    expect(head.bytes).toHaveLength(0)
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
      expect(head.headers[name], name).toBe(packed.headers[name])
  })
})

describe('answers that one caller gets', () => {
  it('are compressed when they are large', async () => {
    const plain = await get(LIST, ADMIN)
    const packed = await get(LIST, ADMIN, { 'accept-encoding': 'gzip, br;q=0.5' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers['etag'] })
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
  })

  it('stay plain when they are small, or a cookie comes along', async () => {
    const small = await get('/api/admin/segments', ADMIN, { 'accept-encoding': 'gzip' })
    expect(small.headers).not.toHaveProperty('content-encoding')
    expect(small.headers).not.toHaveProperty('vary')
    const cookie = await get(LIST, ADMIN, { 'accept-encoding': 'gzip', cookie: 'unleash-session=none' })
    expect(cookie.headers).not.toHaveProperty('content-encoding')
  })
})

describe('Accept-Encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['identity;q=0.1, gzip;q=0.5', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['*', AVAILABLE[0]],
    ['gzip;q=2', undefined],
    ['gzip;q=many', undefined],
  ])('%s: %s', (header, expected) => {
    expect(acceptedEncoding(header)).toBe(expected)
  })

  it('never gets what it rejects, whatever it says', () => {
    fc.assert(fc.property(fc.string(), (text) => acceptedEncoding(`${text},*;q=0,gzip;q=0`) !== 'gzip'))
  })
})
