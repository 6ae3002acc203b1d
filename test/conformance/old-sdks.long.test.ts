import { gte, lt } from 'semver'
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { NEWEST_RELEASES } from '#shared/versions/rules/index.ts'
import { SDK_MAJORS, startSdk, type RunningSdk } from '#support/service/sdks.ts'
import { freePort } from '#support/runner/free-port.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureUsageSummary } from '#shared/flags/contract/metrics.ts'
import { getApplication } from '#shared/clients/contract/applications.ts'
import { addListener } from '#shared/versions/contract/listeners.ts'

/**
 * Tests the document's "client SDKs connect to a server one major version newer than the client", and more:
 * the real Node SDKs of four major versions, against an instance of each contract version.
 */
const FRONTEND_PRODUCTION = '*:production.frontend-secret'
const IN = (value: string) => ({ contextName: 'userId', operator: 'IN', values: [value] })
const SEGMENT = { id: 1, name: 'testers', constraints: [IN('tester')] }

const USERS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal']
/**
 * Users whose `rolled-out:<user>` hashes to 50 of 100 or less by murmur: 30, 17 and 5; the others are beyond
 * 70.
 */
const IN_HALF = ['cid', 'dan', 'fay']

interface Flag {
  name: string
  enabled: boolean
  strategy?: object
  variants?: object[]
}
const FLAGS: readonly Flag[] = [
  { name: 'on', enabled: true, strategy: { name: 'default' } },
  { name: 'off', enabled: false, strategy: { name: 'default' } },
  { name: 'changing', enabled: true, strategy: { name: 'default' } },
  { name: 'for-ann', enabled: true, strategy: { name: 'default', constraints: [IN('ann')] } },
  {
    name: 'rolled-out',
    enabled: true,
    strategy: {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'userId', groupId: 'rolled-out' },
    },
  },
  { name: 'for-testers', enabled: true, strategy: { name: 'default', segments: [SEGMENT.id] } },
  {
    name: 'in-colours',
    enabled: true,
    strategy: { name: 'default' },
    variants: [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }],
  },
]

/** Creates the flags with the requests of the version: before 5, those without environments. */
async function prepare(app: TestBackend, version: string): Promise<void> {
  await app.backend.store.queries
    .insertInto('segments')
    .values({
      ...SEGMENT,
      constraints: JSON.stringify(SEGMENT.constraints),
      description: null,
      project: null,
      created_at: '2026-11-21T12:00:00.000Z',
      created_by: 'x',
    })
    .execute()
  for (const flag of FLAGS) {
    if (lt(version, '5.0.0')) {
      const { strategy, ...rest } = flag
      const made = await app.call('POST', '/api/admin/features', {
        body: { ...rest, strategies: [strategy] },
      })
      expect(made.status, made.text).toBe(201)
      continue
    }
    const features = '/api/admin/projects/default/features'
    const here = `${features}/${flag.name}/environments/production`
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag.name } })
    const added = await app.call('POST', `${here}/strategies`, { body: flag.strategy })
    expect(added.status, added.text).toBe(200)
    if (flag.variants) await app.call('PUT', `${here}/variants`, { body: flag.variants })
    if (flag.enabled) await app.call('POST', `${here}/on`)
  }
}

const switchOff = (app: TestBackend, version: string, name: string) =>
  app.call(
    'POST',
    lt(version, '5.0.0')
      ? `/api/admin/features/${name}/toggle/off`
      : `/api/admin/projects/default/features/${name}/environments/production/off`,
  )

/** Reads how often an application reported a flag: yes, no. */
async function countsOf(app: TestBackend, appName: string): Promise<Record<string, [number, number]>> {
  await app.backend.services.metricsBuffer.flush()
  const rows = await app.backend.store.queries
    .selectFrom('client_metrics')
    .select(['feature_name', 'yes', 'no'])
    .where('app_name', '=', appName)
    .where('environment', '=', 'production')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.feature_name, [row.yes, row.no]]))
}

describe.each(Object.values(NEWEST_RELEASES))('an instance with contract %s', (version) => {
  let app: TestBackend
  let url = ''
  const running: RunningSdk[] = []
  beforeAll(async () => {
    app = await startBackend({
      contract: version,
      rateLimits: { perMinute: {} },
      env: { INIT_FRONTEND_API_TOKENS: FRONTEND_PRODUCTION },
    })
    await prepare(app, version)
    url = await app.backend.listen()
  })
  afterAll(async () => {
    for (const one of running.splice(0)) one.stop()
    await app.stop()
  })

  const start = (major: (typeof SDK_MAJORS)[number], appName: string, token?: string) => {
    const one = startSdk(major, { url, appName, ...(token === undefined ? {} : { token }) })
    running.push(one)
    return one
  }

  it.each(SDK_MAJORS)('serves the Node SDK of version %i', async (major) => {
    const one = start(major, `shop-${major}`, BACKEND_PRODUCTION)
    await worksWith(app, one, { hasUsage: gte(version, '4.0.0') })
  })

  it('serves an SDK of version 3 without a token up to version 3, and then answers that a token is needed', async () => {
    const one = start(3, 'tokenless')
    if (lt(version, '4.0.0')) return worksWith(app, one, { hasUsage: gte(version, '4.0.0') })
    await expect.poll(() => one.problems.join('; ')).toMatch(/40[13]|Unauthorized/)
    expect(one.events).not.toContain('synchronized')
    expect(one.sdk.isEnabled('on')).toBe(false)
  })

  it('serves the frontend SDK from 4.18 on', async () => {
    const problems: unknown[] = []
    const sdk = new UnleashClient({
      url: `${url}/api/frontend`,
      clientKey: FRONTEND_PRODUCTION,
      appName: 'web',
      refreshInterval: 0,
      metricsInterval: 0,
      fetch,
      storageProvider: new InMemoryStorageProvider(),
      context: { userId: 'ann' },
    })
    sdk.on('error', (problem: unknown) => problems.push(problem))
    await sdk.start()
    if (lt(version, '4.18.0')) {
      sdk.stop()
      expect(problems).toEqual([expect.objectContaining({ code: 404 })])
      return
    }
    expect(problems).toEqual([])
    expect([sdk.isEnabled('on'), sdk.isEnabled('off'), sdk.isEnabled('for-ann')]).toEqual([true, false, true])
    expect(sdk.getVariant('in-colours').name).toBe('blue')
    await sdk.updateContext({ userId: 'bob' })
    expect([sdk.isEnabled('on'), sdk.isEnabled('for-ann'), sdk.isEnabled('for-testers')]).toEqual([
      true,
      false,
      false,
    ])
    sdk.stop()
  })

  it('sends a change to all SDKs', async () => {
    const served = running.filter((one) => one.events.includes('synchronized'))
    expect(served.length).toBe(SDK_MAJORS.length + (lt(version, '4.0.0') ? 1 : 0))
    expect(served.map((one) => one.sdk.isEnabled('changing'))).not.toContain(false)
    expect((await switchOff(app, version, 'changing')).status).toBe(200)
    await expect.poll(() => served.some((one) => one.sdk.isEnabled('changing'))).toBe(false)
  })
})

/** Registers, fetches, gets "not modified", evaluates, reports. */
async function worksWith(
  app: TestBackend,
  { sdk, appName, events, problems }: RunningSdk,
  { hasUsage }: { hasUsage: boolean },
): Promise<void> {
  await expect.poll(() => events).toEqual(expect.arrayContaining(['registered', 'synchronized', 'unchanged']))
  const enabledFor = (userId: string) =>
    FLAGS.filter(({ name }) => name !== 'rolled-out' && sdk.isEnabled(name, { userId })).map(
      ({ name }) => name,
    )
  expect(enabledFor('ann')).toEqual(['on', 'changing', 'for-ann', 'in-colours'])
  expect(enabledFor('tester')).toEqual(['on', 'changing', 'for-testers', 'in-colours'])
  // all SDKs assign a user to the same half, by a murmur hash of group and user
  expect(USERS.filter((userId) => sdk.isEnabled('rolled-out', { userId }))).toEqual(IN_HALF)
  expect(sdk.getVariant('in-colours', { userId: 'ann' })).toMatchObject({ name: 'blue', enabled: true })
  await expect
    .poll(() => countsOf(app, appName))
    .toMatchObject({ on: [2, 0], off: [0, 2], 'for-ann': [1, 1] })
  const usage = await app.call(getFeatureUsageSummary, { params: { name: 'on' } })
  if (hasUsage)
    expect(usage.body).toMatchObject({ seenApplications: expect.arrayContaining([appName]) as string[] })
  else expect(usage.status).toBe(404)
  const { body } = await app.call(getApplication, { params: { appName } })
  expect(body).toMatchObject({
    appName,
    instances: [
      { instanceId: `${appName}-1`, sdkVersion: expect.stringMatching(/^unleash-(client-)?node/) as string },
    ],
  })
  expect(problems).toEqual([])
}

describe('an instance with contract 7 and further ports with 3 and 4', () => {
  it('serves an SDK of version 3 without a token on the port of 3 only', async () => {
    const app = await startBackend({ rateLimits: { perMinute: {} } })
    await prepare(app, '7.6.5')
    const main = await app.backend.listen()
    const ports = new Map([[7, main]])
    for (const contract of [3, 4]) {
      const port = await freePort()
      const added = await app.call(addListener, { body: { port, contract: String(contract) } })
      expect(added.status, added.text).toBe(201)
      ports.set(contract, `http://127.0.0.1:${port}`)
    }
    const sdks = [...ports].map(
      ([contract, url]) => [contract, startSdk(3, { url, appName: `tokenless-${contract}` })] as const,
    )
    for (const [contract, one] of sdks) {
      if (contract === 3) await worksWith(app, one, { hasUsage: true })
      else await expect.poll(() => one.problems.join('; ')).toMatch(/401/)
    }
    for (const [, one] of sdks) one.stop()
    await app.stop()
  })
})
