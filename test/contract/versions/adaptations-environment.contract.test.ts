import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMIN, BACKEND, FRONTEND, type TestBackend } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { clientBulkMetrics } from '#shared/clients/contract/edge.ts'
import { registerClientMetrics, getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeatures, getFrontendFeaturesWithPost } from '#shared/clients/contract/frontend-api.ts'
import { getPlayground, getAdvancedPlayground } from '#shared/insight/contract/playground.ts'

// document, "Removed schema properties in v7": the environment reported by SDKs
const FLAG = 'only-in-production'
const { as, start, stop } = startVersions({}, async ({ call }) => {
  await call(createFeature, { params: { projectId: 'default' }, body: { name: FLAG } })
  await call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: FLAG, environment: 'production' },
  })
})
beforeAll(() => start('4', '5', '6', '7', '8'))
afterAll(stop)

const BUCKET = { start: '2026-11-21T11:58:00.000Z', stop: '2026-11-21T11:59:00.000Z' }
let count = 0
const newName = () => `app-${count++}`
const metricsOf = (appName: string, environment: unknown) => ({
  appName,
  environment,
  bucket: { ...BUCKET, toggles: { [FLAG]: { yes: 1, no: 0 } } },
})
const registrationOf = (appName: string, environment: unknown) => ({
  appName,
  environment,
  strategies: [],
  started: 0,
  interval: 10,
})

/** Reads the environments in which an application was counted. */
async function countedIn({ call }: TestBackend, appName: string): Promise<string[]> {
  const { body } = await call(getRawFeatureMetrics, { params: { name: FLAG } })
  const { data } = body as { data: { appName: string; environment: string; yes: number }[] }
  return [
    ...new Set(data.filter((one) => one.appName === appName && one.yes > 0).map((one) => one.environment)),
  ]
}
async function registeredIn({ backend: { store } }: TestBackend, appName: string): Promise<string[]> {
  const rows = await store.queries
    .selectFrom('client_instances')
    .select('environment')
    .where('app_name', '=', appName)
    .execute()
  return rows.map((row) => row.environment)
}

describe('metrics and registrations', () => {
  it.each([
    ['4', 'production'],
    ['5', 'production'],
    ['6', 'production'],
    ['7', 'development'],
  ])('of the admin token in %s belong to %s', async (version, environment) => {
    const app = await as(version)
    for (const api of version === '4' ? ['client'] : ['client', 'frontend/client']) {
      const appName = newName()
      const status = api === 'client' ? 202 : 200
      const counted = await app.call('POST', `/api/${api}/metrics`, {
        body: metricsOf(appName, 'production'),
      })
      expect(counted.status).toBe(status)
      expect(await countedIn(app, appName)).toEqual([environment])
      const registered = await app.call('POST', `/api/${api}/register`, {
        body: registrationOf(appName, 'production'),
      })
      expect(registered.status).toBe(status)
      expect(await registeredIn(app, appName)).toEqual([environment])
    }
  })

  it.each(['4', '5', '6', '7', '8'])(
    'of a token for one environment in %s never belong to another',
    async (version) => {
      const app = await as(version)
      const doors = [['client', BACKEND] as const, ['frontend/client', FRONTEND] as const]
      for (const [api, token] of version === '4' ? doors.slice(0, 1) : doors) {
        const appName = newName()
        await app.call('POST', `/api/${api}/metrics`, { token, body: metricsOf(appName, 'production') })
        expect(await countedIn(app, appName)).toEqual(['development'])
        await app.call('POST', `/api/${api}/register`, { token, body: registrationOf(appName, 'production') })
        expect(await registeredIn(app, appName)).toEqual(['development'])
      }
    },
  )

  it.each(['6', '7', '8'])('of a proxy in %s belong to the environment of its token', async (version) => {
    const app = await as(version)
    const appName = newName()
    const metric = (environment: string) => ({ featureName: FLAG, appName, environment, yes: 1, no: 0 })
    const application = (environment: string) => ({ appName, environment, instanceId: 'one' })
    const answer = await app.call(clientBulkMetrics, {
      token: BACKEND,
      body: {
        applications: [application('development'), application('production')],
        metrics: [metric('development'), metric('production')],
      },
    })
    expect(answer.status).toBe(202)
    expect(await countedIn(app, appName)).toEqual(['development'])
    expect(await registeredIn(app, appName)).toEqual(['development'])
  })

  it('in 6 are rejected when the environment is not text, and accepted when it is unknown', async () => {
    const app = await as('6')
    const refused = await app.call(registerClientMetrics, { body: metricsOf(newName(), 5) })
    expect(refused).toMatchObject({
      status: 400,
      body: { name: 'ValidationError', details: [{ path: '/body/environment' }] },
    })
    const unknown = await app.call(registerClientMetrics, { body: metricsOf(newName(), 'nowhere') })
    expect(unknown.status).toBe(202)
  })

  it('in 7 may name any environment, which is ignored', async () => {
    const app = await as('7')
    const answer = await app.call(registerClientMetrics, { token: BACKEND, body: metricsOf(newName(), 5) })
    expect(answer.status).toBe(202)
  })
})

describe('the client features', () => {
  const enabledFor = async (version: string, token: string) => {
    const { body } = await (
      await as(version)
    ).call(getAllClientFeatures, { query: { environment: 'production', namePrefix: FLAG }, token })
    const { features, query } = body as { features: { enabled: boolean }[]; query: object }
    return { enabled: features[0]?.enabled, query }
  }

  // also in 7: recorded exchanges client-api/admin-token-with-environment-in-query and
  // client-api/admin-token-no-environment
  it.each(['4', '5', '6', '7'])(
    'of the admin token in %s are those of the requested environment',
    async (version) => {
      expect(await enabledFor(version, ADMIN)).toMatchObject({
        enabled: true,
        query: { environment: 'production' },
      })
    },
  )

  it.each(['4', '6', '7', '8'])(
    'of another token in %s are those of its own environment',
    async (version) => {
      expect(await enabledFor(version, BACKEND)).toMatchObject({
        enabled: false,
        query: { environment: 'development' },
      })
    },
  )
})

describe('the context of the frontend API', () => {
  const namesFor = async (version: string, token: string) => {
    const { call } = await as(version)
    const answers = [
      await call(getFrontendFeatures, { query: { environment: 'production' }, token }),
      await call(getFrontendFeaturesWithPost, { token, body: { context: { environment: 'production' } } }),
    ]
    return answers.map(({ status, body }) => {
      expect(status).toBe(200)
      return (body as { toggles: { name: string }[] }).toggles.map((toggle) => toggle.name)
    })
  }

  it.each([
    ['5', [FLAG]],
    ['6', [FLAG]],
    ['7', []],
  ])('of the admin token in %s: its environment switches %j on', async (version, names) => {
    expect(await namesFor(version, ADMIN)).toEqual([names, names])
  })

  it.each(['5', '6', '7', '8'])(
    'of a frontend token in %s has the environment of the token',
    async (version) => {
      expect(await namesFor(version, FRONTEND)).toEqual([[], []])
    },
  )
})

describe('the context of the playground', () => {
  const context = { appName: 'web', environment: 'development', userId: '1' }
  const play = async (version: string) => {
    const { call } = await as(version)
    const one = await call(getPlayground, { body: { environment: 'production', context } })
    const several = await call(getAdvancedPlayground, { body: { environments: ['production'], context } })
    const body = one.body as { input: object; features: { isEnabled: boolean }[] }
    expect(body.features[0]).toMatchObject({ name: FLAG, isEnabled: true })
    return [body.input, (several.body as { input: object }).input]
  }

  it.each(['5', '6'])('in %s may name an environment, in addition to the evaluated one', async (version) => {
    expect(await play(version)).toEqual([
      { environment: 'production', context },
      { environments: ['production'], context },
    ])
  })

  it.each(['7', '8'])('in %s keeps a sent environment for constraints', async (version) => {
    expect(await play(version)).toEqual([
      { environment: 'production', context },
      { environments: ['production'], context },
    ])
  })
})
