import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import {
  getFrontendFeatures,
  registerFrontendClient,
  registerFrontendMetrics,
} from '#shared/clients/contract/frontend-api.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ env: { UNLEASH_FRONTEND_API_ORIGINS: 'https://app.example.com' } })
  const flag = async (name: string, strategy: object, more: object = {}) => {
    const path = '/api/admin/projects/default/features'
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name, ...more } })
    await app.call('POST', `${path}/${name}/environments/development/strategies`, { body: strategy })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: name, environment: 'development' },
    })
  }
  const where = (contextName: string, operator: string, rest: object) => ({
    name: 'default',
    constraints: [{ contextName, operator, ...rest }],
  })
  await flag('for-norway', where('country', 'IN', { values: ['NO'] }), { impressionData: true })
  await flag('for-user-7', where('userId', 'IN', { values: ['7'] }))
  await flag('after-2030', where('currentTime', 'DATE_AFTER', { value: '2030-01-01T00:00:00.000Z' }))
  await flag('from-here', { name: 'remoteAddress', parameters: { IPs: '127.0.0.1' } })
  await flag('in-development', where('environment', 'IN', { values: ['development'] }))
  await flag('with-variant', {
    name: 'flexibleRollout',
    variants: [
      {
        name: 'blue',
        weight: 1000,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'string', value: 'B' },
      },
    ],
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'never-on' } })
})
afterAll(() => app.stop())

const names = ({ body }: { body: unknown }) =>
  (body as { toggles: { name: string }[] }).toggles.map((one) => one.name)
const get = (query = '', headers = {}) =>
  app.call('GET', `/api/frontend${query}`, { token: FRONTEND, headers })
const post = (body: unknown) => app.call('POST', '/api/frontend', { token: FRONTEND, body })
const ALWAYS = ['from-here', 'in-development', 'with-variant']

describe('the flags of the frontend API', () => {
  it.each([
    ['', ALWAYS],
    ['?userId=7', [...ALWAYS, 'for-user-7']],
    ['?properties[country]=NO', [...ALWAYS, 'for-norway']],
    ['?country=NO', [...ALWAYS, 'for-norway']],
    // coverage: the environment of the context applies to constraints, not to the selection of flags
    ['?environment=production', ['from-here', 'with-variant']],
    ['?environment=', ALWAYS],
    ['?remoteAddress=10.0.0.1', ['in-development', 'with-variant']],
    ['?currentTime=2031-01-01T00:00:00.000Z', [...ALWAYS, 'after-2030']],
  ])('are the enabled ones for %s', async (query, expected) => {
    expect(names(await get(query)).sort()).toEqual([...expected].sort())
  })

  it('can be requested with a body', async () => {
    expect(names(await post({ context: { userId: '7', properties: { country: 'NO' } } }))).toEqual(
      expect.arrayContaining(['for-user-7', 'for-norway']),
    )
    expect(names(await post({}))).toEqual(ALWAYS)
    expect(await post({ context: 'x' })).toMatchObject({ status: 400 })
  })

  it('have the variant and the mark for impressions', async () => {
    const { body } = await get('?country=NO')
    expect((body as { toggles: unknown[] }).toggles).toEqual(
      expect.arrayContaining([
        {
          name: 'for-norway',
          enabled: true,
          impressionData: true,
          variant: { name: 'disabled', enabled: false, feature_enabled: true, featureEnabled: true },
        },
        {
          name: 'with-variant',
          enabled: true,
          impressionData: false,
          variant: {
            name: 'blue',
            enabled: true,
            payload: { type: 'string', value: 'B' },
            feature_enabled: true,
            featureEnabled: true,
          },
        },
      ]),
    )
  })

  it('are not cacheable, and are 304 for a client that has them', async () => {
    const { headers } = await get()
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get('', { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    expect((await get('', { 'if-none-match': '*' })).status).toBe(304)
  })
})

describe('a page of another origin', () => {
  it('may use the frontend API when it is allowed', async () => {
    expect((await get('', { origin: 'https://app.example.com' })).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'ETag',
      vary: 'Origin',
    })
    const other = await get('', { origin: 'https://evil.example.com' })
    expect(other.status).toBe(200)
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('may send a preflight request', async () => {
    const answer = await app.call('OPTIONS', '/api/frontend', {
      token: null,
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(answer).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '86400',
      },
    })
  })

  it('is always allowed unless origins are configured', async () => {
    const open = await startBackend()
    const { headers } = await open.call(getFrontendFeatures, {
      token: FRONTEND,
      headers: { origin: 'https://any.example.com' },
    })
    expect(headers['access-control-allow-origin']).toBe('*')
    await open.stop()
  })
})

describe('the registration and metrics of the frontend API', () => {
  it('return OK', async () => {
    const register = { appName: 'web', interval: 1000, started: 0, strategies: [] }
    const metrics = {
      appName: 'web',
      bucket: {
        start: '2026-11-21T11:59:00.000Z',
        stop: '2026-11-21T12:00:00.000Z',
        toggles: { 'for-norway': { yes: 1, no: 0 } },
      },
    }
    expect(await app.call(registerFrontendClient, { token: FRONTEND, body: register })).toMatchObject({
      status: 200,
      text: 'OK',
    })
    expect(await app.call(registerFrontendMetrics, { token: FRONTEND, body: metrics })).toMatchObject({
      status: 200,
      text: 'OK',
    })
    expect(
      await app.backend.store.queries.selectFrom('client_instances').selectAll().execute(),
    ).toMatchObject([{ app_name: 'web', sdk_type: 'frontend' }])
  })
})

describe('coverage: an operation that the frontend API does not support', () => {
  it.each(['/client/features', '/health', '/internal-backstage/prometheus'])(
    '%s returns 405, after the check of the token',
    async (path) => {
      const message = 'The frontend API does not support this endpoint.'
      expect(await app.call('GET', `/api/frontend${path}`, { token: FRONTEND })).toMatchObject({
        status: 405,
        body: { name: 'NotImplementedError', message, details: [{ message }] },
      })
      expect((await app.call('GET', `/api/frontend${path}`, { token: null })).status).toBe(401)
    },
  )
})
