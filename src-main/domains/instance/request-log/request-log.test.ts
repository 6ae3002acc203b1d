import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { withoutSecrets } from '#shared/contract-engine/secret-paths.ts'
import { isSecretParam } from '#shared/contract-engine/secret-params.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { AppError } from '#kernel/app-error.ts'
import type { WatchedRequest } from '#kernel/request-watch.ts'
import { RequestLog } from './request-log.ts'

const openLog = () => new RequestLog(new FakeClock(), () => 'query')
const refusal = new AppError('NotFoundError', 'nothing there')

function requestOf(given: Partial<WatchedRequest> = {}): WatchedRequest {
  const url = given.url ?? '/api/client/features'
  return {
    ...{ method: 'GET', path: withoutSecrets(url), headers: {}, params: {}, ip: '127.0.0.1', port: 4242 },
    ...{ contract: '7.6.5', operation: undefined, actor: undefined, presented: false, status: 200 },
    ...{ ms: 1, bytes: 10, refusal: undefined, bodies: undefined },
    ...given,
    url,
  }
}

describe('the bounds of the request log', () => {
  it('keep the newest requests, and refused ones apart from those of SDKs that poll', async () => {
    const log = openLog()
    log.note(requestOf({ status: 404, refusal, url: '/api/admin/refused' }))
    for (let n = 0; n < 4000; n++) log.note(requestOf({ url: `/api/client/${n}` }))
    const { requests, total, kept, capacity } = await log.find({ limit: 2000 })
    expect([total, kept, capacity]).toEqual([1501, 1501, 2000])
    expect(requests[0]?.path).toBe('/api/client/3999')
    expect(requests.at(-1)?.path).toBe('/api/admin/refused')
    expect(log.read(requests.at(-1)?.id ?? 0)?.reason).toBe('nothing there')
  })

  it('hold for the size of requests, errors and bodies, too', () => {
    const log = openLog()
    log.recordBodies(15)
    const long = 'x'.repeat(16_000)
    const operation = OPERATIONS.find(({ operationId }) => operationId === 'createFeature')
    const error = new AppError('BadDataError', long, {
      details: Array.from({ length: 1000 }, () => ({ message: long, description: long })),
    })
    for (let n = 0; n < 1500; n++) {
      const bodies = { request: JSON.stringify({ long }), response: Buffer.from(JSON.stringify([long])) }
      log.note(requestOf({ url: `/${long}`, headers: { a: long }, operation, bodies }))
      log.note(requestOf({ status: 400, refusal: error, headers: { a: long } }))
    }
    expect(log.size).toBeLessThanOrEqual(8.1 * 1024 * 1024)
    expect(log.size).toBeGreaterThan(7 * 1024 * 1024)
  })

  it('end the recording of bodies by time, and forget bodies with the rest', () => {
    const clock = new FakeClock()
    const log = new RequestLog(clock, () => 'query')
    expect(log.recordsBodies).toBe(false)
    log.recordBodies(1)
    expect(log.recordsBodies).toBe(true)
    clock.advance(60_000)
    expect(log.recordsBodies).toBe(false)
    log.recordBodies(1)
    log.switch(false)
    expect([log.recordsBodies, log.size]).toEqual([false, 0])
  })

  it('note the end of a stream once', async () => {
    const log = openLog()
    const end = log.begin(requestOf({ status: undefined, ms: undefined }))
    expect((await log.find({ status: 'open' })).total).toBe(1)
    end({ status: 200, ms: 5, bytes: 7 })
    end({ status: 499, ms: 9, bytes: 9 })
    expect((await log.find({})).requests).toMatchObject([{ status: 200, durationMs: 5, responseBytes: 7 }])
  })
})

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'))
/** Every kind of token that the service issues, and the ids of sessions and links. */
const TOKENS = fc.oneof(
  hex(28).map((random) => `*:*.${random}`),
  hex(28).map((random) => `default:development.${random}`),
  hex(28).map((random) => `[]:production.${random}`),
  fc
    .tuple(fc.constantFrom('user:', 'scim:', 'signal:', ''), hex(32))
    .map(([prefix, random]) => prefix + random),
)
const PASSWORDS = fc.string({ minLength: 8, unit: fc.constantFrom(...'Zq#9!~') }).map((text) => `pw${text}`)
const withSecrets = OPERATIONS.flatMap((operation: Operation) =>
  [...operation.path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => isSecretParam(operation, name))
    .map((name) => ({ operation, name })),
)

describe('the request log', () => {
  it('never shows a token or a password, wherever in a request it is', async () => {
    const place = fc.constantFrom(
      'header',
      'named header',
      'referer',
      'query',
      'named query',
      'path',
      'param',
    )
    const bodyPlace = fc.constantFrom('text', 'named', 'nested', 'url', 'key', 'error')
    await fc.assert(
      fc.asyncProperty(
        TOKENS,
        PASSWORDS,
        place,
        bodyPlace,
        fc.nat(),
        fc.boolean(),
        async (token, word, at, inBody, n, encodes) => {
          const log = openLog()
          log.recordBodies(1)
          const sent = encodes ? encodeURIComponent(token) : token
          const { operation, name } = withSecrets[n % withSecrets.length] ?? {}
          if (!operation || !name) throw new Error('no operation has a secret in its path')
          const target = {
            path: `/api/admin/unknown/${sent}/more`,
            param: operation.path.replace(`:${name}`, encodeURIComponent(word)).replaceAll(/:\w+/g, 'x'),
            query: `/api/admin/segments?a=1&b=${sent}`,
            'named query': `/auth/reset/validate?token=${encodeURIComponent(word)}`,
          }[at as string]
          const url = target ?? '/api/admin/segments'
          const headers = {
            authorization: word,
            cookie: `unleash-session=${token}`,
            ...(at === 'header' ? { 'x-forwarded-thing': `a ${token}` } : {}),
            ...(at === 'named header' ? { 'x-api-key': word } : {}),
            ...(at === 'referer' ? { referer: `http://localhost:4242/invite/${word}?token=${word}` } : {}),
          }
          const body = {
            text: { note: `see ${token}` },
            named: { password: word, clientSecret: [word], n: 5 },
            nested: { tokens: [{ value: word, at: 1 }] },
            url: { link: `https://ops:${word}@example.com/x?access_token=${word}` },
            key: { [token]: 1 },
            error: { message: `DELETE ${token} failed` },
          }[inBody]
          const [create] = OPERATIONS.filter(({ operationId }) => operationId === 'createFeature')
          log.note(
            requestOf({
              ...{ url, headers, operation: create, status: 400 },
              refusal: new AppError('NotFoundError', `There is no ${decodeURIComponent(url)}, ${token}`),
              bodies: { request: Buffer.from(JSON.stringify(body)), response: body },
            }),
          )
          const [first] = (await log.find({})).requests
          const shown = JSON.stringify([await log.find({}), log.read(first?.id ?? 0)])
          for (const hidden of [token, encodeURIComponent(token), JSON.stringify(word).slice(1, -1)])
            expect(shown).not.toContain(hidden)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('shows what is no secret', () => {
    const log = openLog()
    log.recordBodies(1)
    const [operation] = OPERATIONS.filter(({ operationId }) => operationId === 'createFeature')
    const body = {
      name: 'checkout',
      tokenName: 'mine',
      passwordAuthEnabled: true,
      url: 'https://a.example/x?y=1',
    }
    log.note(
      requestOf({
        url: '/api/admin/projects/default/features?limit=5',
        headers: { 'user-agent': 'curl/8.5', 'unleash-sdk': 'unleash-client-node:6.9.6' },
        operation,
        bodies: { request: JSON.stringify(body), response: undefined },
      }),
    )
    const found = log.read(1)
    expect(found).toMatchObject({
      path: '/api/admin/projects/default/features?limit=5',
      userAgent: 'curl/8.5',
      requestBody: { state: 'recorded', value: body, isMasked: false },
      responseBody: { state: 'empty' },
    })
  })
})
