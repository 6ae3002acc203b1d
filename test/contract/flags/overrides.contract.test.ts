import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { getOverrides, removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { explainFlag } from '#shared/insight/contract/explain.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const MINUTE = 60_000
let app: TestBackend
let count = 0
let flag: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      {
        username: 'toggler',
        roles: ['Viewer'],
        permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
      },
    ],
  })
})
beforeEach(async () => {
  flag = `flag-${++count}`
  await addFlag(flag)
})
afterAll(() => app.stop())

const addFlag = (name: string) =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
const at = (featureName = flag) => ({ projectId: 'default', featureName, environment: 'development' })
const turnOn = () => app.call(toggleFeatureEnvironmentOn, { params: at() })
const override = (audience: string, body: object, as = 'editor') =>
  app.call(setOverride, { params: { ...at(), audience }, body: { enabled: true, ...body }, as })
const remove = (audience: string) => app.call(removeOverride, { params: { ...at(), audience } })

/** Result that a frontend SDK gets of the flag: whether it is on, and the variant. */
async function answer(query = ''): Promise<string> {
  const { body } = await app.call('GET', `/api/frontend?${query}`, { token: FRONTEND })
  const { toggles } = body as { toggles: { name: string; variant: { name: string; enabled: boolean } }[] }
  const toggle = toggles.find(({ name }) => name === flag)
  return toggle ? (toggle.variant.enabled ? toggle.variant.name : 'on') : 'off'
}
const served = async () => {
  const { body } = await app.call(getAllClientFeatures, { token: BACKEND })
  return (body as { features: { name: string }[] }).features.find(({ name }) => name === flag)
}
const answers = async (...queries: string[]) => {
  const all: string[] = []
  for (const query of queries) all.push(await answer(query))
  return all
}

describe('an override', () => {
  it('for everybody turns a flag on and off, and gives a variant', async () => {
    await override('everybody', {})
    expect(await answer('userId=1')).toBe('on')
    await override('everybody', { variant: { name: 'blue', payload: { type: 'string', value: 'B' } } })
    expect(await answer('userId=1')).toBe('blue')
    await turnOn()
    await override('everybody', { enabled: false })
    expect(await answer('userId=1')).toBe('off')
    await remove('everybody')
    expect(await answer('userId=1')).toBe('on')
  })

  it('for everybody turns a flag on without its parents', async () => {
    await addFlag(`${flag}-parent`)
    await app.call(addFeatureDependency, {
      params: { projectId: 'default', child: flag },
      body: { feature: `${flag}-parent` },
    })
    await override('everybody', {})
    expect(await answer()).toBe('on')
    await remove('everybody')
    await override('user:7', {})
    expect(await answer('userId=7')).toBe('off')
  })

  it('for a user, a session or an application leaves all others what they had', async () => {
    await override('user:7', { variant: { name: 'blue' } })
    await override('session:s:1', {})
    await override('application:shop', { variant: { name: 'red' } })
    expect(
      await answers('userId=7', 'userId=8', 'sessionId=s:1', 'appName=shop', 'appName=shop&userId=7'),
    ).toEqual(['blue', 'off', 'on', 'red', 'blue'])
    await turnOn()
    await override('user:7', { enabled: false })
    await override('application:shop', { enabled: false })
    expect(await answers('userId=7', 'userId=8', 'appName=shop', 'appName=shop&sessionId=s:1', '')).toEqual([
      'off',
      'on',
      'off',
      'on',
      'on',
    ])
  })

  it('keeps the strategies of a flag, each with its segments and constraints', async () => {
    const { body: strategy } = await app.call(addFeatureStrategy, {
      params: at(),
      body: {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
        parameters: { rollout: '100', stickiness: 'default', groupId: flag },
      },
    })
    await turnOn()
    await override('user:7', { enabled: false })
    const { constraints } = strategy as { constraints: object[] }
    expect(await served()).toMatchObject({
      enabled: true,
      strategies: [
        {
          name: 'flexibleRollout',
          constraints: [...constraints, { contextName: 'userId', operator: 'NOT_IN', values: ['7'] }],
        },
      ],
    })
  })

  it('is told in explanations, and no change of the flag', async () => {
    const stored = async () => {
      const { body } = await app.call('GET', `/api/admin/projects/default/features/${flag}`)
      return (body as { environments: unknown }).environments
    }
    const before = await stored()
    await override('user:7', {})
    const { body } = await app.call(explainFlag, {
      query: { flag, environment: 'development', userId: '7' },
    })
    expect(body).toMatchObject({ enabled: true, overrides: [{ audience: 'user:7', createdBy: 'editor' }] })
    expect(body.explanation).toEqual([
      'On: the strategy “Override for user 7” matched.',
      'Overridden for user 7 by editor: on.',
    ])
    expect(await stored()).toEqual(before)
  })

  it('reaches SDKs by a new revision, for each change of it', async () => {
    const poll = (etag?: string) =>
      app.call('GET', '/api/client/features', {
        token: BACKEND,
        headers: etag === undefined ? {} : { 'if-none-match': etag },
      })
    const etagOf = async () => String((await poll()).headers['etag'])
    const first = await etagOf()
    expect((await poll(first)).status).toBe(304)
    await override('user:7', {})
    const second = await etagOf()
    await remove('user:7')
    expect(new Set([first, second, await etagOf()]).size).toBe(3)
  })

  it('ends at its time, by the service', async () => {
    const until = new Date(app.clock.now().getTime() + MINUTE).toISOString()
    expect((await override('everybody', { until })).body).toMatchObject({ until, createdBy: 'editor' })
    app.clock.advance(MINUTE - 1)
    await app.backend.runJobs()
    expect(await answer()).toBe('on')
    app.clock.advance(1)
    await app.backend.runJobs()
    expect(await answer()).toBe('off')
    const [last] = await readEventLog(app)
    expect(last).toMatchObject({
      type: 'feature-override-removed',
      featureName: flag,
      environment: 'development',
      preData: { audience: 'everybody', until },
    })
  })

  it('is listed, and replaced by the next one for the same audience', async () => {
    await override('user:7', {})
    await override('user:7', { enabled: false })
    const { overrides } = (await app.call(getOverrides)).body
    expect(overrides.filter(({ feature }) => feature === flag)).toMatchObject([
      { project: 'default', environment: 'development', audience: 'user:7', enabled: false, variant: null },
    ])
  })

  it('goes with its flag, and is not served of an archived one', async () => {
    await override('everybody', {})
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await answer()).toBe('off')
    expect((await override('everybody', {})).body).toMatchObject({ name: 'ArchivedFeatureError' })
    await app.call('DELETE', `/api/admin/archive/${flag}`)
    const { overrides } = (await app.call(getOverrides)).body
    expect(overrides.filter(({ feature }) => feature === flag)).toEqual([])
  })

  it('needs what its effect needs', async () => {
    const past = new Date(app.clock.now().getTime() - 1).toISOString()
    const refused = [
      await override('everybody', {}, 'viewer'),
      await override('everybody', {}, 'toggler'),
      await override('somebody', {}),
      await override('user:', {}),
      await override('everybody', { until: past }),
      await override('everybody', { enabled: false, variant: { name: 'blue' } }),
      await app.call(setOverride, {
        params: { ...at('no-such'), audience: 'everybody' },
        body: { enabled: true },
      }),
      await remove('user:9'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 400, 400, 400, 400, 404, 404])
    expect(await answer()).toBe('off')
  })

  it('is bounded for a flag', async () => {
    for (let user = 1; user <= 100; user += 1) expect((await override(`user:${user}`, {})).status).toBe(200)
    const { status, body } = await override('user:101', {})
    expect([status, body]).toMatchObject([400, { name: 'ExceedsLimitError' }])
  })
})
