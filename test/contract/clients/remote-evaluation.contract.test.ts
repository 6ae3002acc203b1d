import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { evaluateFlag, evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getRequestLog } from '#shared/instance/contract/request-log.ts'
import { remoteProblems } from '../../conformance/published/open-feature/remote-answers.ts'
import { addRemoteFlags } from '#support/stages/remote-flags.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'

const ONE = '/ofrep/v1/evaluate/flags/{key}'
const ALL = '/ofrep/v1/evaluate/flags'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ env: { UNLEASH_FRONTEND_API_ORIGINS: 'https://app.example.com' } })
  await addRemoteFlags(app)
})
afterAll(() => app.stop())

const one = async (key: string, context: Record<string, unknown> = { targetingKey: '7' }) => {
  const answer = await app.call(evaluateFlag, { params: { key }, body: { context }, token: BACKEND })
  expect(remoteProblems(ONE, answer.status, answer.body)).toEqual([])
  return answer
}
const all = (context: Record<string, unknown> = { targetingKey: '7' }, headers = {}, token = FRONTEND) =>
  app.call(evaluateFlagsBulk, { body: { context }, token, headers })
const flagsOf = async (context?: Record<string, unknown>, token?: string) => {
  const { body } = await all(context, {}, token)
  return body?.flags ?? []
}
const valueOf = async (key: string, context?: Record<string, unknown>) => {
  const { value, reason, variant } = (await one(key, context)).body
  return { value, reason, variant }
}

describe('a flag for OpenFeature', () => {
  it.each([
    ['plain', { value: true, reason: 'STATIC', variant: undefined }],
    ['off', { value: false, reason: 'DISABLED', variant: undefined }],
    ['for-norway', { value: false, reason: 'TARGETING_MATCH', variant: undefined }],
    ['nobody', { value: false, reason: 'SPLIT', variant: undefined }],
    ['named', { value: true, reason: 'STATIC', variant: 'blue' }],
    ['colour', { value: '#00f', reason: 'STATIC', variant: 'blue' }],
    ['columns', { value: 'a,b', reason: 'STATIC', variant: 'two' }],
    ['size', { value: 42.5, reason: 'STATIC', variant: 'large' }],
    ['theme', { value: { dark: true, depth: 2 }, reason: 'STATIC', variant: 'dark' }],
    // without a value the default in the code applies
    ['colour-off', { value: undefined, reason: 'DISABLED', variant: undefined }],
  ])('%s has the value of its payload, or whether it is on', async (key, expected) => {
    expect(await valueOf(key)).toEqual(expected)
  })

  it('is targeted by the fields of the context', async () => {
    expect(await valueOf('for-norway', { country: 'NO' })).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
    })
  })

  it('has facts for telemetry', async () => {
    expect((await one('nobody')).body).toEqual({
      key: 'nobody',
      value: false,
      reason: 'SPLIT',
      metadata: {
        enabled: false,
        reason: 'no-strategy-matched',
        project: 'default',
        type: 'release',
        impressionData: true,
      },
    })
  })

  it('is sticky on the targeting key, which is the user unless the context names one', async () => {
    const on = async (context: Record<string, unknown>) => (await valueOf('half', context)).value
    const byKey = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((targetingKey) => on({ targetingKey })),
    )
    expect(new Set(byKey)).toEqual(new Set([true, false]))
    const byUser = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((userId) => on({ targetingKey: 'x', userId })),
    )
    expect(byUser).toEqual(byKey)
  })

  it('needs a targeting key where it is on for a part of the users', async () => {
    const { status, body } = await one('half', {})
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        key: 'half',
        errorCode: 'TARGETING_KEY_MISSING',
        errorDetails: expect.stringContaining('targetingKey') as unknown,
      },
    })
    expect((await one('half', { targetingKey: '' })).status).toBe(400)
    // chance is meant to decide
    expect((await one('half-of-requests', {})).status).toBe(200)
    expect((await one('plain', {})).status).toBe(200)
  })

  it('is an error if the protocol cannot carry its value', async () => {
    expect(await one('list')).toMatchObject({
      status: 400,
      body: {
        key: 'list',
        errorCode: 'PARSE_ERROR',
        errorDetails: expect.stringContaining('JSON list') as unknown,
      },
    })
  })
})

describe('evaluations of a flag for OpenFeature', () => {
  const countsOf = async (name: string) => {
    const { body } = await app.call(getRawFeatureMetrics, { params: { name } })
    return body.data
      .filter(({ yes, no }) => yes + no > 0)
      .map(({ appName, environment, yes, no, variants }) => ({ appName, environment, yes, no, variants }))
  }

  it('are counted by application and variant, with the environment of the token', async () => {
    const create = (name: string) =>
      app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    await create('counted')
    await create('only-in-bulk')
    const params = { projectId: 'default', featureName: 'counted', environment: 'development' }
    const strategy = {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'counted' },
      variants: [{ name: 'blue', weight: 1000, weightType: 'variable' as const, stickiness: 'default' }],
    }
    await app.call(addFeatureStrategy, { params, body: strategy })
    await one('counted', { targetingKey: '7', appName: 'shop' })
    await app.call(toggleFeatureEnvironmentOn, { params })
    await one('counted', { targetingKey: '7', appName: 'shop' })
    await one('counted', { targetingKey: '8', appName: 'shop' })
    await one('counted')
    await one('counted', {})
    // a page asks for all, whichever it uses
    await all()
    // people try flags
    await app.call(evaluateFlag, { params: { key: 'counted' }, body: { context: { targetingKey: '7' } } })
    const environment = 'development'
    expect(await countsOf('counted')).toEqual([
      { appName: 'openfeature', environment, yes: 2, no: 0, variants: { blue: 2 } },
      { appName: 'shop', environment, yes: 2, no: 1, variants: { blue: 2 } },
    ])
    expect(await countsOf('only-in-bulk')).toEqual([])
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: 'counted' } })
    expect(body.environments.find(({ name }) => name === environment)?.lastSeenAt).toBe(
      app.clock.now().toISOString(),
    )
  })
})

describe('a request for OpenFeature', () => {
  it.each([
    ['{', 'PARSE_ERROR'],
    ['{"context":[]}', 'INVALID_CONTEXT'],
    ['{"context":{"targetingKey":7}}', 'INVALID_CONTEXT'],
    ['[]', 'INVALID_CONTEXT'],
  ])('with the body %s is answered %s', async (raw, errorCode) => {
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await app.call('POST', `${ALL}/plain`, { raw, headers, token: BACKEND })
    expect({ status, body }).toMatchObject({ status: 400, body: { key: 'plain', errorCode } })
    expect(remoteProblems(ONE, status, body)).toEqual([])
    const bulk = await app.call('POST', ALL, { raw, headers, token: BACKEND })
    expect(bulk).toMatchObject({ status: 400, body: { errorCode } })
    expect(remoteProblems(ALL, bulk.status, bulk.body)).toEqual([])
  })

  it('for an unknown flag is answered 404', async () => {
    expect(await one('nothing')).toMatchObject({
      status: 404,
      body: { key: 'nothing', errorCode: 'FLAG_NOT_FOUND' },
    })
    expect(await app.call('POST', '/ofrep/v1/nothing', { body: {} })).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError' },
    })
  })

  it('may have its token in the header X-API-Key', async () => {
    const call = (headers: Record<string, string>) =>
      app.call('POST', `${ALL}/plain`, { token: null, body: {}, headers })
    expect((await call({ 'x-api-key': BACKEND })).status).toBe(200)
    expect((await call({ 'x-api-key': FRONTEND })).status).toBe(200)
    expect((await call({ authorization: `Bearer ${FRONTEND}` })).status).toBe(200)
    expect((await call({ 'x-api-key': 'default:development.wrong' })).status).toBe(401)
    expect((await call({})).status).toBe(401)
    // nowhere else
    const headers = { 'x-api-key': BACKEND }
    expect((await app.call('GET', '/api/client/features', { token: null, headers })).status).toBe(401)
  })

  it('is in the request log without its secret', async () => {
    await app.call('POST', `${ALL}/plain`, { token: null, body: {}, headers: { 'x-api-key': BACKEND } })
    const { text } = await app.call(getRequestLog, {})
    expect(text).toContain(`${ALL}/plain`)
    expect(text).not.toContain(BACKEND)
  })

  it('sees the environment and the projects of its token', async () => {
    await app.call(createProject, { body: { id: 'secret', name: 'secret' } })
    await app.call(createFeature, { params: { projectId: 'secret' }, body: { name: 'elsewhere' } })
    expect((await one('elsewhere')).status).toBe(404)
    const { body } = await app.call(evaluateFlag, {
      params: { key: 'elsewhere' },
      body: {},
      token: BACKEND_PRODUCTION,
    })
    expect(body).toMatchObject({ key: 'elsewhere', value: false })
    const keys = async (token: string) => (await flagsOf({}, token)).map(({ key }) => key)
    expect(await keys(BACKEND)).not.toContain('elsewhere')
    expect(await keys(BACKEND_PRODUCTION)).toContain('elsewhere')
  })

  it('of a page is subject to the origins of the frontend API', async () => {
    const origin = 'https://app.example.com'
    expect((await all({}, { origin })).headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
    })
    const other = await all({}, { origin: 'https://evil.example.com' })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = { origin, 'access-control-request-headers': 'content-type,x-api-key' }
    expect(await app.call('OPTIONS', ALL, { token: null, headers: preflight })).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-headers': 'content-type,x-api-key' },
    })
  })

  it('counts for the rate limit of SDKs, and is told when to retry', async () => {
    const limited = await startBackend({
      contract: '8.2.0',
      rateLimits: { perMinute: {}, shared: { sdk: 1 } },
    })
    const call = () => limited.call(evaluateFlagsBulk, { body: {}, token: FRONTEND })
    expect((await call()).status).toBe(200)
    const { status, headers, body } = await call()
    expect({ status, body }).toMatchObject({ status: 429, body: { name: 'RateLimitError' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await limited.stop()
  })
})

describe('all flags for OpenFeature', () => {
  it('conform to the published protocol, each with its result or its error', async () => {
    const { status, body } = await all({})
    expect(remoteProblems(ALL, status, body)).toEqual([])
    const flags = body?.flags ?? []
    const errors = flags.flatMap((flag) => ('errorCode' in flag ? [[flag.key, flag.errorCode]] : []))
    expect(errors.sort()).toEqual([
      ['half', 'TARGETING_KEY_MISSING'],
      ['list', 'PARSE_ERROR'],
    ])
    expect(flags.find(({ key }) => key === 'theme')).toMatchObject({ value: { dark: true, depth: 2 } })
    expect(flags.map(({ key }) => key)).toContain('off')
  })

  it('agree with each flag alone', async () => {
    for (const flag of await flagsOf()) {
      if (flag.key === 'half-of-requests' || 'errorCode' in flag) continue
      expect((await one(flag.key)).body).toEqual(flag)
    }
  })

  it('are 304 for a caller that has them, until one changes', async () => {
    const quiet = { targetingKey: '7' }
    const known = async () => String((await all(quiet, {}, BACKEND_PRODUCTION)).headers['etag'])
    const etag = await known()
    expect(await known()).toBe(etag)
    const same = await all(quiet, { 'if-none-match': etag }, BACKEND_PRODUCTION)
    expect(same).toMatchObject({ status: 304, text: '', headers: { etag } })
    expect((await all(quiet, { 'if-none-match': '"other"' }, BACKEND_PRODUCTION)).status).toBe(200)
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'another' } })
    expect((await all(quiet, { 'if-none-match': etag }, BACKEND_PRODUCTION)).status).toBe(200)
    const params = { projectId: 'default', featureName: 'plain', environment: 'development' }
    await app.call(toggleFeatureEnvironmentOff, { params })
    expect(await valueOf('plain')).toMatchObject({ value: false, reason: 'DISABLED' })
  })
})
