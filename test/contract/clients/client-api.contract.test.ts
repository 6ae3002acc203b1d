import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ClientFeatures } from '#shared/clients/schemas/client.ts'
import {
  ADMIN,
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, archiveFeature, getFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { getClientFeature, registerClientApplication } from '#shared/clients/contract/client-api.ts'

const FEATURES = '/api/client/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.call(createFeature, {
    params: { projectId: 'default' },
    body: { name: 'b-flag', impressionData: true },
  })
  await app.call(createFeature, {
    params: { projectId: 'default' },
    body: { name: 'a-flag', type: 'experiment' },
  })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'b-flag', environment: 'development' },
  })
})
afterAll(() => app.stop())

interface Features {
  features: { name: string; enabled: boolean; strategies: { segments?: number[]; constraints: object[] }[] }[]
  segments?: { id: number }[]
  meta: { revisionId: number; etag: string; queryHash: string }
  query: object
}

const get = (query = '', headers: Record<string, string> = {}, token = BACKEND) =>
  app.call('GET', `${FEATURES}${query}`, { token, headers })
const features = async (query?: string, headers?: Record<string, string>, token?: string) =>
  (await get(query, headers, token)).body as Features
const etagOf = async (token = BACKEND) => String((await get('', {}, token)).headers['etag'])
const on = (environment: string) =>
  app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'a-flag', environment },
  })

describe('the features response for SDKs', () => {
  it('has all flags of the environment by name, disabled ones included, in the shape of the contract', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(ClientFeatures.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({
      version: 2,
      features: [
        {
          name: 'a-flag',
          type: 'experiment',
          enabled: false,
          project: 'default',
          stale: false,
          strategies: [],
          variants: [],
          description: null,
          impressionData: false,
        },
        {
          name: 'b-flag',
          enabled: true,
          impressionData: true,
          strategies: [
            {
              name: 'flexibleRollout',
              constraints: [],
              variants: [],
              parameters: { groupId: 'b-flag', rollout: '100', stickiness: 'default' },
            },
          ],
        },
      ],
      query: { project: ['default'], environment: 'development', inlineSegmentConstraints: true },
    })
    expect((answer.body as Features).features[1]?.strategies[0]).not.toHaveProperty('id')
  })

  it('has a strong ETag of query and revision, repeated in the body', async () => {
    const answer = await get()
    const { meta } = answer.body as Features
    expect(answer.headers['etag']).toBe(meta.etag)
    expect(meta.etag).toBe(`"${meta.queryHash}:${meta.revisionId}:v1"`)
    expect(meta.queryHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is 304 for a client that has it', async () => {
    const etag = await etagOf()
    for (const sent of [etag, `W/${etag}`, `"x:1:v1", ${etag}`, '*']) {
      expect(await get('', { 'if-none-match': sent })).toMatchObject({
        status: 304,
        text: '',
        headers: { etag },
      })
    }
    expect((await get('', { 'if-none-match': '"x:1:v1"' })).status).toBe(200)
  })

  it('changes at once with a change of its environment, and only then', async () => {
    const [development, production] = [await etagOf(), await etagOf(BACKEND_PRODUCTION)]
    await on('development')
    const changed = await get('', { 'if-none-match': development })
    expect(changed).toMatchObject({
      status: 200,
      body: { features: [{ name: 'a-flag', enabled: true }, {}] },
    })
    expect((await get('', { 'if-none-match': production }, BACKEND_PRODUCTION)).status).toBe(304)
  })

  it('follows created and deleted flags', async () => {
    const create = (name: string) =>
      app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    const names = async () => (await features()).features.map((one) => one.name)
    await create('aa-flag')
    expect(await names()).toEqual(['a-flag', 'aa-flag', 'b-flag'])
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'aa-flag' } })
    expect(await names()).toEqual(['a-flag', 'b-flag'])
  })

  it.each([
    ['?namePrefix=b-', ['b-flag'], { namePrefix: 'b-' }],
    ['?project=other', ['a-flag', 'b-flag'], { project: ['default'] }],
    ['?environment=production', ['a-flag', 'b-flag'], { environment: 'development' }],
    ['?tag=simple:none', [], { tag: [['simple', 'none']] }],
  ])('is filtered by %s, within the scope of the token', async (query, names, answered) => {
    const body = await features(query)
    expect(body.features.map((one) => one.name)).toEqual(names)
    expect(body.query).toMatchObject(answered)
  })

  it('uses the project and environment that a token for everything requests', async () => {
    expect((await features('?project=nope', {}, BACKEND_PRODUCTION)).features).toEqual([])
    expect((await features('?environment=production', {}, ADMIN)).query).toEqual({
      environment: 'production',
      inlineSegmentConstraints: true,
    })
    expect((await features('', {}, ADMIN)).query).toEqual({
      environment: 'development',
      inlineSegmentConstraints: true,
    })
  })

  it('omits disabled strategies', async () => {
    await app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: 'b-flag', environment: 'development' },
      body: { name: 'default', disabled: true },
    })
    expect((await features()).features.find((one) => one.name === 'b-flag')?.strategies).toHaveLength(1)
  })
})

describe('the segments of the response', () => {
  const constraint = { contextName: 'country', operator: 'IN', values: ['NO'] }

  beforeAll(async () => {
    await app.backend.store.transaction(async (queries) => {
      const row = {
        description: null,
        project: null,
        created_by: 'x',
        created_at: '',
        constraints: JSON.stringify([constraint]),
      }
      await queries
        .insertInto('segments')
        .values([
          { name: 'used', ...row },
          { name: 'unused', ...row },
        ])
        .execute()
    })
    await app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: 'a-flag', environment: 'development' },
      body: { name: 'default', segments: [1] },
    })
    // rows written past the use cases are read only after the next change, so use a fresh instance
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'c-flag' } })
  })

  const strategyOf = (body: Features) => body.features.find((one) => one.name === 'a-flag')?.strategies.at(-1)

  it('are a separate list of used ones for SDKs that support it', async () => {
    const body = await features('', { 'unleash-client-spec': '5.2.0' })
    expect(body.query).toMatchObject({ inlineSegmentConstraints: false })
    expect(strategyOf(body)).toMatchObject({ segments: [1], constraints: [] })
    expect(body).toHaveProperty('segments')
  })

  it('are inlined into the strategies for other SDKs', async () => {
    const body = await features('', { 'unleash-client-spec': '4.1.9' })
    expect(strategyOf(body)).not.toHaveProperty('segments')
    expect(body).not.toHaveProperty('segments')
  })

  it.each([
    ['bogus', 'Invalid prefix in the Unleash-Client-Spec header: "bogus".'],
    ['4.2', 'Invalid SemVer in the Unleash-Client-Spec header: "4.2".'],
  ])('depend on a readable SDK version: %s', async (spec, message) => {
    const { status, body } = await get('', { 'unleash-client-spec': spec })
    expect([status, (body as { details: { message: string }[] }).details[0]?.message]).toEqual([400, message])
  })
})

describe('a single feature', () => {
  it('is returned, or 404', async () => {
    expect(
      (await app.call(getClientFeature, { params: { featureName: 'b-flag' }, token: BACKEND })).body,
    ).toMatchObject({
      name: 'b-flag',
      enabled: true,
    })
    expect(
      await app.call(getClientFeature, { params: { featureName: 'nope' }, token: BACKEND }),
    ).toMatchObject({
      status: 404,
      body: { message: 'Could not find feature flag nope' },
    })
  })
})

describe('the registration and metrics of SDKs', () => {
  const application = {
    appName: 'app',
    instanceId: 'i-1',
    sdkVersion: 'unleash-client-node:6.0.0',
    strategies: ['default'],
    started: '2026-01-01T00:00:00.000Z',
    interval: 10_000,
  }
  const register = (body: unknown) => app.call('POST', '/api/client/register', { token: BACKEND, body })
  const metrics = (body: unknown) => app.call('POST', '/api/client/metrics', { token: BACKEND, body })
  const bucket = (toggles: unknown) => ({
    appName: 'app',
    instanceId: 'i-1',
    bucket: { start: '2026-11-21T11:59:00.000Z', stop: '2026-11-21T12:00:00.000Z', toggles },
  })

  it('store an application, and return the server version', async () => {
    expect(await register(application)).toMatchObject({
      status: 202,
      text: '',
      headers: { 'x-unleash-version': '7.6.5' },
    })
    expect((await register({ ...application, environment: 'ignored', started: 0 })).status).toBe(202)
    const stored = await app.backend.store.queries.selectFrom('client_instances').selectAll().execute()
    expect(stored).toMatchObject([
      { app_name: 'app', instance_id: 'i-1', environment: 'development', sdk_type: 'backend' },
    ])
  })

  it('add up counts per hour, and store when a flag was seen', async () => {
    for (let i = 0; i < 2; i++)
      expect((await metrics(bucket({ 'b-flag': { yes: 10, no: 3, variants: { blue: 6 } } }))).status).toBe(
        202,
      )
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: 'b-flag' } })
    expect(body).toMatchObject({
      lastSeenAt: '2026-11-21T12:00:00.000Z',
      environments: [{ name: 'development', yes: 20, no: 6 }, { yes: 0 }],
    })
    const variants = await app.backend.store.queries
      .selectFrom('client_metrics_variants')
      .selectAll()
      .execute()
    expect(variants).toMatchObject([{ variant: 'blue', count: 12 }])
  })

  it('store the names of unknown flags', async () => {
    expect((await metrics(bucket({ 'no-such-flag': { yes: 1, no: 0 } }))).status).toBe(202)
    await app.backend.services.metricsBuffer.flush()
    expect(await app.backend.store.queries.selectFrom('unknown_flags').selectAll().execute()).toMatchObject([
      { name: 'no-such-flag', app_name: 'app' },
    ])
  })

  it.each([
    ['register', { instanceId: 'i' }, '/body/appName'],
    ['metrics', { appName: 'app' }, '/body/bucket'],
    ['metrics', bucket({ 'b-flag': { yes: 'x' } }), '/body/bucket/toggles/b-flag/yes'],
    ['metrics', bucket({ 'b-flag': { yes: -1 } }), '/body/bucket/toggles/b-flag/yes'],
    ['metrics', { appName: 'app', bucket: { start: 1e300, stop: 0, toggles: {} } }, '/body/bucket/start'],
  ])('reject a %s of %j', async (what, body, path) => {
    const answer = await (what === 'register' ? register(body) : metrics(body))
    expect(answer.status).toBe(400)
    expect((answer.body as { details: { path: string }[] }).details.map((one) => one.path)).toContain(path)
  })

  it('reject a frontend token', async () => {
    expect((await app.call(registerClientApplication, { token: FRONTEND, body: application })).status).toBe(
      403,
    )
  })
})
