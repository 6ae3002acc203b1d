import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { signAsEdge, type EdgeSigning } from '#support/stand-ins/edge-signature.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getValidTokens, edgeCreateOrReturnTokens } from '#shared/clients/contract/edge.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getFeatureUsageSummary } from '#shared/flags/contract/metrics.ts'
import { getApplication, getUnknownFlags } from '#shared/clients/contract/applications.ts'
import { getFeatureLifecycle } from '#shared/flags/contract/lifecycle.ts'

const SECRET = randomBytes(24).toString('base64url')
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ env: { HALYARD_EDGE_SECRET: SECRET } })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => app.stop())

describe('validating tokens', () => {
  it('returns the scope of valid ones, and omits the others', async () => {
    const tokens = [BACKEND, 'bogus', FRONTEND, ADMIN, BACKEND]
    expect(await app.call(getValidTokens, { token: null, body: { tokens } })).toMatchObject({
      status: 200,
      body: {
        tokens: [
          { token: BACKEND, type: 'client', projects: ['default'], environment: 'development' },
          { token: FRONTEND, type: 'frontend', projects: ['default'], environment: 'development' },
          { token: ADMIN, type: 'admin', projects: ['*'], environment: '*' },
        ],
      },
    })
  })
})

/** Signs as Edge does, by default rightly and now. */
function issue(body: unknown, signing: Partial<EdgeSigning> = {}) {
  const at = app.clock.now().toISOString().replace('Z', '+00:00')
  return app.call(edgeCreateOrReturnTokens, signAsEdge(body, { secret: SECRET, at, ...signing }))
}
const wish = { tokens: [{ environment: 'development', projects: ['*'] }] }

describe('issuing tokens to a proxy', () => {
  it('returns the same tokens for the same signed request', async () => {
    const first = await issue(wish)
    expect(first.status, first.text).toBe(200)
    const { tokens } = first.body
    expect(tokens).toMatchObject([{ type: 'client', projects: ['*'], environment: 'development' }])
    expect((await issue(wish)).body).toEqual(first.body)
    const features = await app.call(getAllClientFeatures, { token: tokens[0]?.token ?? null })
    expect(features.status).toBe(200)
    const more = await issue({
      tokens: [...wish.tokens, { environment: 'production', projects: ['default'] }],
    })
    expect(more.body.tokens[0]).toEqual(tokens[0])
    expect(more.body.tokens[1]).toMatchObject({ projects: ['default'] })
    const listed = await app.call(getAllApiTokens)
    const names = listed.body.tokens.map((one) => one.tokenName)
    expect(names.filter((name) => name === 'edge')).toHaveLength(2)
  })

  it('requires a signature', async () => {
    const unsigned = await app.call(edgeCreateOrReturnTokens, { token: null, body: wish })
    const error = 'Missing HMAC authorization header'
    expect(unsigned).toMatchObject({ status: 401, body: { error } })
    const invalid = { status: 401, body: { error: 'Invalid HMAC authorization' } }
    expect(await issue(wish, { secret: randomBytes(24).toString('base64url') })).toMatchObject(invalid)
    expect(await issue(wish, { path: '/edge/validate' })).toMatchObject(invalid)
    expect(await issue(wish, { at: '2026-11-21T11:50:00.000Z' })).toMatchObject(invalid)
    expect(await issue(wish, { at: 'yesterday' })).toMatchObject(invalid)
    const nonce = 'used-once'
    // what was refused has used up nothing
    expect((await issue({ tokens: [{ environment: 'nope', projects: ['*'] }] }, { nonce })).status).toBe(400)
    expect((await issue(wish, { nonce })).status).toBe(200)
    expect(await issue(wish, { nonce })).toMatchObject(invalid)
  })

  it('checks the hash of the body', async () => {
    const sent = JSON.stringify({ tokens: [{ environment: 'production', projects: ['*'] }] })
    expect((await issue(wish, { sent })).status).toBe(400)
  })

  it('requires existing environments and projects', async () => {
    expect((await issue({ tokens: [{ environment: 'nope', projects: ['*'] }] })).status).toBe(400)
    expect((await issue({ tokens: [{ environment: 'development', projects: ['nope'] }] })).status).toBe(400)
    expect((await issue({ tokens: [{ environment: 'development', projects: [] }] })).status).toBe(400)
  })

  it('returns none where no secret is shared', async () => {
    const closed = await startBackend()
    const body = wish
    const headers = { 'x-timestamp': '2026-11-21T12:00:00Z', 'x-nonce': 'n', authorization: 'HMAC a:bbbb' }
    const answer = await closed.call(edgeCreateOrReturnTokens, { token: null, body, headers })
    await closed.stop()
    expect(answer.status).toBe(401)
  })
})

describe('the metrics of a proxy', () => {
  const report = (body: unknown, token = BACKEND) =>
    app.call('POST', '/api/client/metrics/bulk', { token, body })
  const application = (appName: string, environment: string) => ({
    appName,
    environment,
    instanceId: 'b-1',
    strategies: [],
    started: '2026-11-21T11:00:00.000Z',
    interval: 60,
    sdkVersion: 'unleash-edge:19.0.0',
  })
  const metric = (appName: string, environment: string, featureName = 'flag') => ({
    featureName,
    appName,
    environment,
    timestamp: '2026-11-21T11:30:00.000Z',
    yes: 2,
    no: 1,
    variants: { blue: 2 },
  })

  it('count as if SDKs had reported them', async () => {
    const answer = await report({
      applications: [application('tour-bulk', 'development')],
      metrics: [metric('tour-bulk', 'development'), metric('tour-bulk', 'development', 'nope')],
    })
    expect(answer).toMatchObject({ status: 202, text: '' })
    const usage = await app.call(getFeatureUsageSummary, { params: { name: 'flag' } })
    expect(usage.body).toMatchObject({
      lastHourUsage: [{ environment: 'development', yes: 2, no: 1 }],
      seenApplications: ['tour-bulk'],
    })
    const applications = await app.call(getApplication, { params: { appName: 'tour-bulk' } })
    expect(applications.body).toMatchObject({
      instances: [{ instanceId: 'b-1', sdkVersion: 'unleash-edge:19.0.0' }],
    })
    const unknown = await app.call(getUnknownFlags)
    expect(unknown.body).toMatchObject({ unknownFlags: [{ name: 'nope' }] })
    const lifecycle = await app.call(getFeatureLifecycle, {
      params: { projectId: 'default', featureName: 'flag' },
    })
    expect(lifecycle.body).toMatchObject([{ stage: 'initial' }, { stage: 'pre-live' }])
  })

  it('are added up where several items are about one flag and hour, with their variants', async () => {
    const item = metric('tour-twice', 'development')
    for (const metrics of [[item, item], [item]])
      expect((await report({ applications: [], metrics })).status).toBe(202)
    await app.backend.services.metricsBuffer.flush()
    const { queries } = app.backend.store
    const rows = await queries
      .selectFrom('client_metrics')
      .selectAll()
      .where('app_name', '=', 'tour-twice')
      .execute()
    expect(rows.map(({ yes, no }) => [yes, no])).toEqual([[6, 3]])
    const variants = await queries
      .selectFrom('client_metrics_variants')
      .selectAll()
      .where('app_name', '=', 'tour-twice')
      .execute()
    expect(variants.map(({ variant, count }) => [variant, count])).toEqual([['blue', 6]])
  })

  it('are accepted only for the environment of its token', async () => {
    const body = {
      applications: [application('elsewhere', 'production')],
      metrics: [metric('elsewhere', 'production')],
    }
    expect((await report(body)).status).toBe(202)
    expect((await app.call(getApplication, { params: { appName: 'elsewhere' } })).status).toBe(404)
    expect((await report(body, ADMIN)).status).toBe(202)
    expect((await app.call(getApplication, { params: { appName: 'elsewhere' } })).status).toBe(200)
  })

  it.each([
    [{}, 'The `/body/applications` property is required.'],
    [{ applications: [], metrics: [{ featureName: 'flag' }] }, '`/body/metrics/0/appName`'],
    [{ applications: [], metrics: [{ ...metric('a', 'b'), yes: -1 }] }, '`/body/metrics/0/yes`'],
  ])('are rejected as %j', async (body, message) => {
    const { status, text } = await report(body)
    expect(status).toBe(400)
    expect(text).toContain(message)
  })
})
