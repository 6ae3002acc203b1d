import { EXPORT_LIMIT } from '#shared/clients/schemas/telemetry.ts'
import { MAX_SCENARIO_TEXT } from '#shared/transfer/schemas/scenario.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { errorStatuses, hasBody, type Audience, type Operation } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { QUERIES } from '#support/stages/permission-stage.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

/** Tests errors common to all operations: the same cases for each, generated from the contract. */
let app: TestBackend
let segment = 0

beforeAll(async () => {
  app = await startBackend({
    rateLimits: { perMinute: {} },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
  // operations with a stored place need these
  segment = (await app.call(createSegment, { body: { name: 'x', constraints: [] } })).body.id
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'x' } })
})
afterAll(async () => {
  const missing = SERVED_OPERATIONS.filter(({ audience }) => audience !== 'scim').flatMap((operation) => {
    const seen = app.answers.statusesOf(operation.operationId)
    const implied = errorStatuses(operation).filter(
      (status) => [401, 413, 415].includes(status) && !operation.errors.includes(status as 401),
    )
    return implied
      .filter((status) => !seen.includes(status))
      .map((status) => `${operation.operationId} ${status}`)
  })
  expect(missing).toEqual([])
  await app.stop()
})

const urlOf = ({ path, operationId }: Operation) =>
  path
    .replace('segments/:id', `segments/${segment}`)
    .replace(/:(id|groupId|roleId|userId|tokenId|signalEndpointId|port)\b/g, '1')
    .replace(/:\w+/g, 'x')
    .concat(QUERIES[operationId] ?? '')
// signal endpoints and SCIM have their own errors and rules: signal-intake.contract.test.ts, scim.contract.test.ts
const closed = SERVED_OPERATIONS.filter(({ audience }) => !['open', 'signal', 'scim'].includes(audience))
const withBody = SERVED_OPERATIONS.filter(
  (operation) => hasBody(operation) && !operation.bodyIsOptional && operation.audience !== 'scim',
)
const RIGHT: Record<Audience, string | null> = {
  admin: ADMIN,
  client: BACKEND,
  frontend: FRONTEND,
  sdk: FRONTEND,
  signal: null,
  scim: null,
  open: null,
}
const WRONG: Record<Exclude<Audience, 'open' | 'signal' | 'scim'>, string[]> = {
  admin: [BACKEND, FRONTEND],
  client: [FRONTEND],
  frontend: [BACKEND],
  sdk: [],
}

describe.each(closed.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const call = (token: string | null) => app.call(operation.method, urlOf(operation), { token })

    it('requires authentication', async () => {
      const nobody = await call(null)
      const unknown = await call('*:*.unknown')
      expect([nobody.status, unknown.status]).toEqual([401, 401])
      if (operation.audience === 'admin') {
        expect(nobody.body).toMatchObject({
          name: 'AuthenticationRequired',
          path: '/auth/simple/login',
          type: 'password',
        })
        expect(unknown.body).toMatchObject({
          name: 'UnauthorizedError',
          message: 'You must log in to use Unleash.',
        })
      } else {
        expect(nobody.body).toMatchObject({
          message: expect.stringMatching(/^This endpoint requires an API token\./) as string,
        })
      }
    })

    it('requires the right kind of token', async () => {
      for (const token of WRONG[operation.audience as 'admin']) {
        expect(await call(token)).toMatchObject({
          status: 403,
          body: { message: 'invalid token: expected a different token type for this endpoint' },
        })
      }
    })

    it('rejects another host, and pages of another origin', async () => {
      const token = RIGHT[operation.audience]
      const rebound = await app.call(operation.method, urlOf(operation), {
        token,
        headers: { host: 'evil.example:4242' },
      })
      expect(rebound).toMatchObject({ status: 403, body: { name: 'ForeignOriginError' } })
      if (['frontend', 'sdk'].includes(operation.audience)) return // these have CORS instead
      for (const origin of ['https://evil.example', 'http://localhost:3000', 'null']) {
        const foreign = await app.call(operation.method, urlOf(operation), { token, headers: { origin } })
        expect(foreign).toMatchObject({ status: 403, body: { name: 'ForeignOriginError' } })
      }
    })
  },
)

describe.each(withBody.map((operation) => [operation.operationId, operation] as const))(
  'the body of %s',
  (_id, operation) => {
    const send = (raw: string, contentType?: string) =>
      app.call(operation.method, urlOf(operation), {
        token: RIGHT[operation.audience],
        raw,
        headers: contentType === undefined ? {} : { 'content-type': contentType },
      })

    it.each<[string | undefined, string]>([
      ['text/plain', 'text/plain'],
      // the forms of identity providers: test/contract/access/saml.contract.test.ts
      ...(operation.isForm
        ? []
        : [['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'] as [string, string]]),
      ['application/json-patch+json', 'application/json-patch+json'],
      [undefined, "you didn't provide one"],
    ])('is not %s', async (contentType, named) => {
      const { status, body } = await send('{"name":"x"}', contentType)
      expect(status).toBe(415)
      expect(body).toMatchObject({
        name: 'ContentTypeError',
        message: expect.stringContaining(`(${named})`) as string,
      })
    })

    it('may have a charset', async () => {
      expect((await send('{"x":1}', 'application/json; charset=utf-8')).status).not.toBe(415)
    })

    it.each(['{"name": "oops"', 'nonsense', '{"a":1}}', '\u0000'])('is JSON: not %j', async (raw) => {
      const { status, body } = await send(raw, 'application/json')
      expect([status, (body as { name: string }).name]).toEqual([400, 'BadDataError'])
    })

    it('has at most 100 kB, that of an import 500 kB, of spans 1 MB, and of a scenario 20 MB', async () => {
      const limit = operation.bodyLimit ?? 100 * 1024
      expect([100 * 1024, 500 * 1024, EXPORT_LIMIT, 2 * MAX_SCENARIO_TEXT]).toContain(limit)
      const atLimit = JSON.stringify({ filler: 'x'.repeat(limit - '{"filler":""}'.length) })
      expect(Buffer.byteLength(atLimit)).toBe(limit)
      expect((await send(atLimit, 'application/json')).status).not.toBe(413)
      expect(await send(`${atLimit} `, 'application/json')).toMatchObject({
        status: 413,
        body: { message: 'request entity too large' },
      })
    })
  },
)

describe.each(
  SERVED_OPERATIONS.filter(({ bodyIsOptional, audience }) => bodyIsOptional && audience === 'admin').map(
    (operation) => [operation.operationId, operation] as const,
  ),
)('the optional body of %s', (_id, operation) => {
  it('is JSON of at most 100 kB, if present', async () => {
    const send = (raw: string, contentType: string) =>
      app.call(operation.method, urlOf(operation), { raw, headers: { 'content-type': contentType } })
    expect((await send('x', 'text/plain')).status).toBe(415)
    const tooLong = JSON.stringify({ filler: 'x'.repeat(100 * 1024) })
    expect((await send(tooLong, 'application/json')).status).toBe(413)
  })
})

describe('permissions', () => {
  const gated = SERVED_OPERATIONS.filter(
    ({ access, audience }) => access.kind === 'permission' && audience !== 'scim',
  )

  it.each(gated.map((operation) => [operation.operationId, operation] as const))(
    '%s is forbidden to a Viewer, with the reason',
    async (_id, operation) => {
      const validBody = hasBody(operation) ? { body: minimalBody(operation) } : {}
      const { status, body } = await app.call(operation.method, urlOf(operation), {
        as: 'viewer',
        ...validBody,
      })
      expect([status, (body as { name: string }).name]).toEqual([403, 'PermissionError'])
      const { access } = operation
      if (access.kind !== 'permission') throw new TypeError('gated by permission')
      expect(body).toMatchObject({
        permissions: access.anyOf,
        decision: {
          allowed: false,
          reasons: [{ role: { name: 'Viewer' }, via: { kind: 'direct' }, verdict: 'lacks-permission' }],
        },
      })
      expect((body as { decision: { explanation: string[] } }).decision.explanation).toHaveLength(2)
    },
  )

  // asked of real ones, 7.6.5 and 8.2.0 (docs/contract/errors.md#permission-first)
  it.each([
    ['["wrong"]', 'application/json'],
    ['x', 'text/plain'],
    ['x', undefined],
  ])(
    'is named ahead of a body %s of type %s, but where the body says the place',
    async (raw, contentType) => {
      const statuses = gated.filter(hasBody).map(async (operation) => {
        const headers: Record<string, string> =
          contentType === undefined ? {} : { 'content-type': contentType }
        const { status } = await app.call(operation.method, urlOf(operation), { as: 'viewer', raw, headers })
        return [operation.operationId, status] as const
      })
      const others = (await Promise.all(statuses)).filter(([, status]) => status !== 403)
      expect(others).toEqual([
        ['updateFeatureStrategySegments', contentType === 'application/json' ? 400 : 415],
      ])
    },
  )
})
