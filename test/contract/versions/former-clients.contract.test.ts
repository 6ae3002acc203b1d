import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import * as contract from '#shared/versions/contract/former/clients.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { addProject } from '#support/stages/projects.ts'
import {
  ADMIN,
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import {
  registerClientApplication,
  registerClientMetrics,
  getAllClientFeatures,
} from '#shared/clients/contract/client-api.ts'
import { getApplication } from '#shared/clients/contract/applications.ts'
import { getFeatureUsageSummary } from '#shared/flags/contract/metrics.ts'

/** Paths that SDKs and proxies of former versions use (document, "v5 to v6", "v3 to v5 and v3 to v4"). */
const FLAGS = '/api/admin/features'
const NOBODY: Call = { token: null }
const METRICS = {
  appName: 'shop',
  bucket: {
    start: '2026-11-21T11:58:00.000Z',
    stop: '2026-11-21T11:59:00.000Z',
    toggles: { open: { yes: 2, no: 1 } },
  },
}
let v3: TestBackend
let v4: TestBackend

beforeAll(async () => {
  v3 = await startBackend({ contract: '3', rateLimits: { perMinute: {} } })
  v4 = await startBackend({ contract: '4' })
  await addProject(v3, 'secret')
  await v3.backend.store.queries
    .updateTable('projects')
    .set({ mode: 'private' })
    .where('id', '=', 'secret')
    .execute()
  for (const [name, project] of [
    ['open', 'default'],
    ['hidden', 'secret'],
  ]) {
    const body = { name, project, enabled: true, strategies: [{ name: 'default' }] }
    expect((await v3.call('POST', FLAGS, { body })).status).toBe(201)
  }
  await v4.call('POST', FLAGS, { body: { name: 'open', enabled: true, strategies: [{ name: 'default' }] } })
})
afterAll(async () => {
  await v3.stop()
  await v4.stop()
})

const namesOf = (body: unknown) => (body as { features: ClientFeature[] }).features.map((flag) => flag.name)

describe('an SDK without a token, up to version 3', () => {
  it('gets the flags of the default environment, without private projects', async () => {
    const { status, body, headers } = await v3.call('GET', '/api/client/features', NOBODY)
    expect(status).toBe(200)
    expect(namesOf(body)).toEqual(['open'])
    expect(body).toMatchObject({ features: [{ enabled: true }], query: { environment: 'production' } })
    const again = { ...NOBODY, headers: { 'if-none-match': String(headers['etag']) } }
    expect((await v3.call('GET', '/api/client/features', again)).status).toBe(304)
    expect((await v3.call('GET', '/api/client/features/open', NOBODY)).status).toBe(200)
    expect((await v3.call('GET', '/api/client/features/hidden', NOBODY)).status).toBe(404)
  })

  it('gets no other environment and no private project', async () => {
    const { body } = await v3.call(
      'GET',
      '/api/client/features?environment=development&project=secret',
      NOBODY,
    )
    expect(body).toMatchObject({ query: { environment: 'production', project: ['default'] } })
    expect(namesOf(body)).toEqual(['open'])
  })

  it('registers and reports', async () => {
    const body = { appName: 'shop', strategies: ['default'], started: 0, interval: 10, instanceId: 'i-1' }
    expect((await v3.call(registerClientApplication, { ...NOBODY, body })).status).toBe(202)
    expect((await v3.call(registerClientMetrics, { ...NOBODY, body: METRICS })).status).toBe(202)
    const application = await v3.call(getApplication, { params: { appName: 'shop' } })
    expect(application.body).toMatchObject({ appName: 'shop', instances: [{ instanceId: 'i-1' }] })
    const counted = await v3.backend.store.queries.selectFrom('client_metrics').selectAll().execute()
    expect(counted).toEqual([expect.objectContaining({ environment: 'production', yes: 2, no: 1 })])
    expect((await v3.call('GET', `${FLAGS}/open`)).body).toMatchObject({
      lastSeenAt: expect.any(String) as string,
    })
  })

  it('may send a token, which must be valid', async () => {
    const ask = async (token: string) => v3.call(getAllClientFeatures, { token })
    expect((await ask(BACKEND)).body).toMatchObject({ query: { environment: 'development' } })
    expect(namesOf((await ask(BACKEND_PRODUCTION)).body)).toEqual(['hidden', 'open'])
    expect((await ask('*:production.unknown')).status).toBe(401)
    expect((await ask(FRONTEND)).status).toBe(403)
  })

  it('has no access to the admin API', async () => {
    expect((await v3.call('GET', FLAGS, NOBODY)).status).toBe(401)
  })

  it('is rejected from version 4 on', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/client/features', undefined],
      ['GET', '/api/feature', undefined],
      ['POST', '/api/client/metrics', METRICS],
    ] as const) {
      const answer = await v4.call(method, path, { ...NOBODY, ...(body ? { body } : {}) })
      expect([path, answer.status]).toEqual([path, 401])
    }
  })
})

describe('the former endpoints', () => {
  it('GET /api/features answers SDKs of version 2: version 1, and the constraints of segments in place', async () => {
    const segment = { name: 's', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }
    const now = { contextName: 'userId', operator: 'IN', values: ['7'] }
    // segments came after version 3: this one was created before the switch to that version
    const id = 1
    await v3.backend.store.queries
      .insertInto('segments')
      .values({
        id,
        name: segment.name,
        description: null,
        project: null,
        constraints: JSON.stringify(segment.constraints),
        created_at: '2026-11-21T12:00:00.000Z',
        created_by: 'x',
      })
      .execute()
    const body = { name: 'segmented', enabled: true, strategies: [{ name: 'default', segments: [id] }] }
    expect((await v3.call('POST', FLAGS, { body })).status).toBe(201)
    const answer = await v3.call('GET', '/api/features?namePrefix=seg', NOBODY)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      version: 1,
      features: [expect.objectContaining({ name: 'segmented', enabled: true })],
    })
    const [flag] = (answer.body as { features: ClientFeature[] }).features
    expect(flag?.strategies).toEqual([expect.objectContaining({ name: 'default', constraints: [now] })])
    expect(flag?.strategies[0]).not.toHaveProperty('segments')
    expect((await v3.call('GET', '/api/features?tag=wrong', NOBODY)).status).toBe(400)
    expect((await v3.call('GET', '/api/features', { token: '*:*.unknown' })).status).toBe(401)
    expect((await v3.call('GET', '/api/features', { token: FRONTEND })).status).toBe(403)
  })

  it('GET /api/feature answers what /api/client/features does, with its ETag', async () => {
    const [here, there] = await Promise.all(
      ['/api/feature', '/api/client/features'].map((path) => v4.call('GET', path, { token: BACKEND })),
    )
    expect(here?.status).toBe(200)
    expect(here?.text).toBe(there?.text)
    expect(here?.headers['etag']).toBe(there?.headers['etag'])
    const headers = { 'if-none-match': String(here?.headers['etag']) }
    expect((await v4.call('GET', '/api/feature', { token: BACKEND, headers })).status).toBe(304)
    expect((await v4.call('GET', '/api/feature?tag=wrong', { token: BACKEND })).status).toBe(400)
    expect((await v4.call('GET', '/api/feature', { token: FRONTEND })).status).toBe(403)
  })

  it('POST /edge/metrics accepts metrics of a proxy, for the environment of its token', async () => {
    const one = { featureName: 'open', appName: 'behind', yes: 3, no: 4 }
    const body = {
      applications: [{ appName: 'behind', environment: 'production', instanceId: 'e-1' }],
      metrics: [
        { ...one, environment: 'production' },
        { ...one, environment: 'development' },
      ],
    }
    const call = { token: BACKEND_PRODUCTION, body }
    expect((await v4.call('POST', '/edge/metrics', call)).status).toBe(202)
    const { body: usage } = await v4.call(getFeatureUsageSummary, { params: { name: 'open' } })
    expect(usage).toMatchObject({
      lastHourUsage: [{ environment: 'production', yes: 3, no: 4 }],
      seenApplications: ['behind'],
    })
    expect((await v4.call('POST', '/edge/metrics', { ...call, body: {} })).status).toBe(400)
    expect((await v4.call('POST', '/edge/metrics', { ...call, token: null })).status).toBe(401)
    expect((await v4.call('POST', '/edge/metrics', { ...call, token: FRONTEND })).status).toBe(403)
    const plain = { token: BACKEND, raw: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await v4.call('POST', '/edge/metrics', plain)).status).toBe(415)
    const large = { token: BACKEND, body: { ...body, more: 'x'.repeat(200_000) } }
    expect((await v4.call('POST', '/edge/metrics', large)).status).toBe(413)
  })

  it.each(Object.values(contract).map((one) => [one.method, one.path, one.lifecycle.removed] as const))(
    '%s %s is absent from version %s on',
    async (method, path, removed) => {
      const app = await startBackend({ contract: removed ?? '' })
      const answer = await app.call(method, path, { token: ADMIN })
      await app.stop()
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({
        name: 'NotFoundError',
        message: `The path you were looking for (${path}) is not available.`,
      })
    },
  )
})
