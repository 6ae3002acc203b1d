import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { LoggedFlag } from '#shared/clients/schemas/evaluation-log.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOn,
  toggleFeatureEnvironmentOff,
} from '#shared/flags/contract/feature-environments.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { getFrontendFeatures, getFrontendFeaturesWithPost } from '#shared/clients/contract/frontend-api.ts'
import { getEvaluationLog, getEvaluationLogCall } from '#shared/clients/contract/evaluation-log.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  const create = (name: string) =>
    app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  const add = (flag: string, strategy: object) =>
    app.call('POST', `${FEATURES}/${flag}/environments/development/strategies`, { body: strategy })
  const on = (flag: string) =>
    app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'development' },
    })
  for (const name of ['usual', 'targeted', 'split', 'off', 'child', 'archived']) await create(name)
  await add('targeted', {
    name: 'default',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
  })
  await add('split', {
    name: 'flexibleRollout',
    title: 'half',
    parameters: { rollout: '50', stickiness: 'userId', groupId: 'split' },
    variants: [{ name: 'blue', weight: 1, weightType: 'variable', stickiness: 'default' }],
  })
  for (const name of ['usual', 'targeted', 'split', 'child']) await on(name)
  await app.call(addFeatureDependency, {
    params: { projectId: 'default', child: 'child' },
    body: { feature: 'off' },
  })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'archived' } })
})
afterAll(() => app.stop())

const explain = async (flag: string, context: object = {}) =>
  (await app.call('POST', '/api/admin/explain', { body: { flag, environment: 'development', context } })).body

describe('explaining a flag', () => {
  it.each([
    ['usual', {}, true, 'project-default-strategy', 'default-strategy-matched', 'STATIC'],
    [
      'targeted',
      { properties: { country: 'NO' } },
      true,
      'enabled-without-variant',
      'strategy-matched',
      'TARGETING_MATCH',
    ],
    ['targeted', { country: 'SE' }, false, 'no-strategy-matched', 'no-strategy-matched', 'DEFAULT'],
    ['off', {}, false, 'disabled', 'disabled', 'DISABLED'],
    ['child', {}, false, 'parent', 'parent-off', 'DEFAULT'],
    ['archived', {}, false, 'archived', 'unknown-flag', 'ERROR'],
    ['nope', {}, false, 'unknown-flag', 'unknown-flag', 'ERROR'],
  ])('%s for %j', async (flag, context, enabled, outcome, reason, openFeatureReason) => {
    const explanation = await explain(flag, context)
    expect(explanation).toMatchObject({ flag, enabled, outcome, reason, openFeatureReason })
    const [sentence] = (explanation as { explanation: string[] }).explanation
    expect(sentence).toMatch(enabled ? /^On: / : /^Off: /)
  })

  it('returns the position of a user in a rollout, and the variant', async () => {
    const found = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => explain('split', { userId: index })),
    )
    const all = found as {
      enabled: boolean
      outcome: string
      explanation: string[]
      variant: { name: string }
    }[]
    const on = all.find((one) => one.enabled)
    const off = all.find((one) => !one.enabled)
    expect(on?.explanation[0]).toMatch(
      /^On: the strategy “half” matched: position \d+ of 100 is within 50%\.$/,
    )
    expect(on).toMatchObject({ outcome: 'enabled-with-variant', variant: { name: 'blue' } })
    expect(off?.explanation[1]).toMatch(/^“half”: position \d+ of 100 is beyond 50%\.$/)
    expect(await explain('split')).toMatchObject({
      explanation: ['Off: its strategy did not match.', '“half”: the context has no userId to be sticky on.'],
    })
  })

  it('accepts the context in the query, too', async () => {
    const get = (query: string) => app.call('GET', `/api/admin/explain?${query}`)
    expect((await get('flag=targeted&environment=development&properties[country]=NO')).body).toMatchObject({
      enabled: true,
      trace: { strategies: [{ constraints: [{ contextValue: 'NO', result: true }] }] },
    })
    expect((await get('flag=targeted&environment=development&country=NO')).body).toMatchObject({
      enabled: true,
    })
    expect((await get('flag=targeted&environment=nowhere')).body).toMatchObject({ outcome: 'disabled' })
    expect((await get('flag=targeted')).status).toBe(400)
    expect((await app.call('POST', '/api/admin/explain', { body: {} })).status).toBe(400)
  })
})

describe('the reasons of the frontend API', () => {
  const call = async (headers: Record<string, string>) =>
    (await app.call(getFrontendFeatures, { query: { userId: '7' }, token: FRONTEND, headers })).body

  it('are returned on request, also for disabled flags', async () => {
    const { toggles } = await call({ 'x-halyard-reason': 'true' })
    expect(toggles.map(({ name, enabled, reason }) => [name, enabled, reason])).toEqual(
      expect.arrayContaining([
        ['usual', true, 'strategy-matched'],
        ['off', false, 'disabled'],
        ['child', false, 'parent-off'],
        ['targeted', false, 'no-strategy-matched'],
      ]),
    )
    expect(toggles.find((one) => one.name === 'off')).toMatchObject({ openFeatureReason: 'DISABLED' })
  })

  it('are omitted for other callers', async () => {
    const { toggles } = await call({})
    expect(toggles.every((one) => one.enabled && !('reason' in one))).toBe(true)
  })
})

describe('the evaluation log', () => {
  const list = async () => (await app.call(getEvaluationLog)).body.calls

  it('records who requested, with which context, and the result with its reason', async () => {
    const headers = { 'unleash-appname': 'shop' }
    await app.call(getFrontendFeaturesWithPost, {
      token: FRONTEND,
      body: { context: { userId: '7', appName: 'web', properties: { country: 'NO' } } },
    })
    const features = await app.call(getAllClientFeatures, { token: BACKEND, headers })
    const etag = String(features.headers['etag'])
    for (let index = 0; index < 3; index++)
      await app.call(getAllClientFeatures, { token: BACKEND, headers: { ...headers, 'if-none-match': etag } })
    const [polled, fetched, asked] = await list()
    expect(polled).toMatchObject({ kind: 'client', appName: 'shop', status: 304, count: 3, enabled: null })
    expect(fetched).toMatchObject({ kind: 'client', status: 200, count: 1 })
    expect(asked).toMatchObject({
      kind: 'frontend',
      appName: 'web',
      tokenName: 'admin',
      environment: 'development',
      flags: 5,
      context: { userId: '7', properties: { country: 'NO' } },
    })
    // the stored result, whatever has changed since
    await app.call(toggleFeatureEnvironmentOff, {
      params: { projectId: 'default', featureName: 'targeted', environment: 'development' },
    })
    const { body } = await app.call(getEvaluationLogCall, { params: { id: `${asked?.id}` } })
    const { results } = body as { results: LoggedFlag[] }
    expect(results.find((one) => one.name === 'targeted')).toEqual({
      name: 'targeted',
      enabled: true,
      variant: null,
      reason: 'strategy-matched',
      explanation: ['On: the strategy “Standard” matched.'],
      override: null,
      value: null,
      decidedBy: 'halyard',
    })
  })

  it('needs a permission, and is kept for a limited time', async () => {
    expect((await app.call(getEvaluationLog, { as: 'viewer' })).status).toBe(403)
    const [newest] = await list()
    for (let index = 0; index < 310; index++)
      await app.call(getFrontendFeatures, { query: { userId: index }, token: FRONTEND })
    expect(await list()).toHaveLength(300)
    expect((await app.call(getEvaluationLogCall, { params: { id: `${newest?.id}` } })).status).toBe(404)
    expect((await app.call(getEvaluationLogCall, { params: { id: 'x' } })).status).toBe(400)
  })
})
