import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ReleasePlan, ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'
import type { Releases } from '#support/stages/releases.ts'
import { BACKEND, type TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getFeature, archiveFeature } from '#shared/flags/contract/features.ts'

const MINUTE = 60_000
/** Token of another project. */
let foreignToken: string
let app: TestBackend
let releases: Releases
let flag: string
let metricName: string
let plan: ReleasePlan
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases({
    rateLimits: { perMinute: {} },
  }))
  await app.call(createProject, { body: { id: 'elsewhere', name: 'Elsewhere' } })
  const token = { tokenName: 'foreign', type: 'backend', environment: 'development', projects: ['elsewhere'] }
  foreignToken = (await app.call(createApiToken, { body: token })).body.secret
})
beforeEach(async () => {
  flag = await releases.addFlag(`flag-${++count}`)
  metricName = `errors_${count}`
  plan = await releases.addPlan(flag)
  await releases.on(flag)
})
afterAll(() => app.stop())

const safeguard = (more: object = {}, operator = '>', threshold = 10) => ({
  impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {}, ...more },
  triggerCondition: { operator, threshold },
})
const ofPlan = (path = '') => `${releases.pathOf(flag)}/release-plans/${plan.id}/safeguards${path}`
const ofFlag = (path = '') => `${releases.pathOf(flag)}/safeguards${path}`
const put = (path: string, body: unknown) => app.call('PUT', path, { body })
const report = (value: number, labels?: Record<string, string>) =>
  app.call('POST', '/api/client/metrics/custom', {
    body: { metrics: [{ name: metricName, value, ...(labels ? { labels } : {}) }] },
    token: BACKEND,
  })
const status = async () =>
  (await app.call('GET', `${releases.pathOf(flag)}/release-status`)).body as ReleaseStatus
const wait = async (ms = MINUTE) => {
  app.clock.advance(ms)
  await app.backend.runJobs()
}
const triggered = async () =>
  (await releases.events('safeguard-triggered')).filter((one) => one.featureName === flag)
/** The id of the only safeguard. */
const onlyId = async () => (await status()).safeguards[0]?.id ?? ''

describe('a safeguard that sees nothing', () => {
  const foreign = (body: object, path: string) => app.call('POST', path, { body, token: foreignToken })
  const both = async () => {
    const [one, other] = [await put(ofPlan(), safeguard()), await put(ofFlag(), safeguard())]
    expect([one.status, other.status]).toEqual([204, 204])
    expect(one.headers['halyard-note']).toBe(other.headers['halyard-note'])
    expect(new Set((await status()).safeguards.map(({ blind }) => blind)).size).toBe(1)
    return { note: one.headers['halyard-note'], blind: (await status()).safeguards[0]?.blind }
  }

  it('says so while nobody has reported its metric', async () => {
    expect(await both()).toEqual({
      note: 'No application has reported this metric in this environment yet.',
      blind: 'not-reported',
    })
    await report(1)
    expect(await both()).toEqual({ note: undefined, blind: null })
  })

  it.each([
    ['custom', () => foreign({ metrics: [{ name: metricName, value: 30 }] }, '/api/client/metrics/custom')],
    [
      'impact',
      () =>
        foreign(
          {
            appName: 'other',
            bucket: { start: app.clock.now(), stop: app.clock.now(), toggles: {} },
            impactMetrics: [
              { name: metricName, help: '', type: 'gauge', samples: [{ value: 30, labels: {} }] },
            ],
          },
          '/api/client/metrics',
        ),
    ],
  ])(
    'says that the %s metric of a token of another project does not count, and does nothing',
    async (_kind, send) => {
      expect((await send()).status).toBe(202)
      const { note, blind } = await both()
      expect(blind).toBe('other-projects')
      expect(note).toContain('only with tokens of other projects')
      await wait()
      expect(await triggered()).toEqual([])
      expect(await releases.isEnabled(flag)).toBe(true)
    },
  )
})

describe('setting a safeguard', () => {
  it('for a plan returns its action', async () => {
    expect(await put(ofPlan(), safeguard())).toMatchObject({ status: 204, text: '' })
    expect((await releases.planOf(flag)).safeguards).toMatchObject([
      {
        action: { type: 'pauseReleasePlanProgressions', id: plan.id },
        impactMetric: { metricName, source: 'internal' },
        triggerCondition: { operator: '>', threshold: 10 },
      },
    ])
    expect((await releases.events('safeguard-changed'))[0]).toMatchObject({
      featureName: flag,
      data: { name: metricName, planId: plan.id },
    })
  })

  it('for a flag returns its action, and is shown on the flag', async () => {
    expect(await put(ofFlag(), safeguard())).toMatchObject({ status: 204, text: '' })
    const action = {
      type: 'disableFeatureEnvironment',
      featureName: flag,
      environment: 'development',
      project: 'default',
    }
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })).body,
    ).toMatchObject({
      environments: [{ safeguards: [{ action }] }, {}],
    })
  })

  it('with the same metric replaces it; another metric adds a safeguard', async () => {
    await put(ofPlan(), safeguard({ labelSelectors: { a: ['1', '2'] } }))
    const [first] = (await releases.planOf(flag)).safeguards
    await put(ofPlan(), safeguard({ labelSelectors: { a: ['2', '1'] } }, '<', 3))
    expect((await releases.planOf(flag)).safeguards).toMatchObject([
      { id: first?.id, triggerCondition: { operator: '<', threshold: 3 } },
    ])
    await put(ofPlan(), safeguard({ aggregationMode: 'p99' }))
    await put(ofFlag(), safeguard())
    expect((await releases.planOf(flag)).safeguards).toHaveLength(2)
    expect((await status()).safeguards).toHaveLength(3)
  })

  it.each([
    [{}, '/body/impactMetric'],
    [
      { ...safeguard(), triggerCondition: { operator: '=', threshold: 1 } },
      '/body/triggerCondition/operator',
    ],
    [
      { ...safeguard(), triggerCondition: { operator: '>', threshold: 'high' } },
      '/body/triggerCondition/threshold',
    ],
    [safeguard({ metricName: 'x', timeRange: 'year' }), '/body/impactMetric/timeRange'],
    [safeguard({ metricName: '' }), '/body/impactMetric/metricName'],
  ])('rejects %j', async (body, path) => {
    for (const at of [ofPlan(), ofFlag()]) {
      const { status: code, body: refusal } = await put(at, body)
      expect([code, (refusal as { details: { path: string }[] }).details.map((one) => one.path)]).toEqual([
        400,
        expect.arrayContaining([path]),
      ])
    }
  })

  it('is rejected where its plan or flag is unknown or archived', async () => {
    await put(ofPlan(), safeguard())
    const id = await onlyId()
    expect((await app.call('DELETE', ofPlan('/nope'))).status).toBe(404)
    // a safeguard of a plan is not one of the flag
    expect((await app.call('DELETE', ofFlag(`/${id}`))).status).toBe(404)
    await put(ofFlag(), safeguard())
    const own = (await status()).safeguards.find((one) => one.id !== id)?.id ?? ''
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    for (const [method, path] of [
      ['PUT', ofPlan()],
      ['PUT', ofFlag()],
      ['DELETE', ofPlan(`/${id}`)],
      ['DELETE', ofFlag(`/${own}`)],
    ] as const)
      expect((await app.call(method, path, method === 'PUT' ? { body: safeguard() } : {})).status).toBe(400)
    flag = 'unknown'
    for (const path of [ofPlan(), ofFlag()]) expect((await put(path, safeguard())).status).toBe(404)
  })

  it('is ended by deleting it', async () => {
    for (const [path, at] of [
      [ofPlan(), ofPlan],
      [ofFlag(), ofFlag],
    ] as const) {
      await put(path, safeguard())
      const id = await onlyId()
      expect(await app.call('DELETE', at(`/${id}`))).toMatchObject({ status: 204, text: '' })
    }
    await report(1000)
    await wait()
    expect([(await status()).safeguards, await triggered(), await releases.isEnabled(flag)]).toEqual([
      [],
      [],
      true,
    ])
  })

  it('is ended by removing its plan', async () => {
    await put(ofPlan(), safeguard())
    await app.call('DELETE', `${releases.pathOf(flag)}/release-plans/${plan.id}`)
    expect((await status()).safeguards).toEqual([])
  })
})

describe('a safeguard of a plan', () => {
  it('pauses the plan once, and lets it continue after a user resumes it', async () => {
    await releases.progress(flag, plan, 0, 60)
    await put(ofPlan(), safeguard())
    await report(9)
    await wait()
    expect(await status()).toMatchObject({
      plan: { onHold: null },
      safeguards: [{ value: 9, triggeredAt: null }],
    })
    await report(100)
    await wait()
    const at = app.clock.now().toISOString()
    expect(await status()).toMatchObject({
      plan: { onHold: 'paused' },
      safeguards: [{ value: 54.5, triggeredAt: at }],
    })
    expect(await triggered()).toMatchObject([
      { createdBy: 'unleash_system_user', data: { name: metricName, value: 54.5, planId: plan.id } },
    ])
    await app.call('POST', `${releases.pathOf(flag)}/progressions/${plan.id}/resume`)
    await wait()
    expect([(await status()).plan?.onHold, (await triggered()).length]).toEqual([null, 1])
    // back within the limit, and beyond it again
    for (let more = 0; more < 20; more++) {
      await report(0)
      app.clock.advance(MINUTE)
    }
    await wait()
    expect((await status()).safeguards).toMatchObject([{ triggeredAt: null }])
    await report(1000)
    await wait()
    expect([(await status()).plan?.onHold, (await triggered()).length]).toEqual(['paused', 2])
    expect(await releases.activeOf(flag)).toBe('Rollout 25%')
  })

  it('prevents a progression that is due in the same minute', async () => {
    await releases.progress(flag, plan, 0, 1)
    await put(ofPlan(), safeguard())
    await report(11)
    await wait()
    expect([await releases.activeOf(flag), (await status()).plan?.onHold]).toEqual(['Rollout 25%', 'paused'])
  })

  it('does nothing before the plan has started', async () => {
    flag = await releases.addFlag(`flag-${++count}`)
    plan = await releases.addPlan(flag)
    await put(ofPlan(), safeguard())
    await report(11)
    await wait()
    expect([(await status()).safeguards, await triggered()]).toMatchObject([
      [{ value: 11, triggeredAt: null }],
      [],
    ])
    await releases.on(flag)
    await wait()
    expect((await status()).plan?.onHold).toBe('paused')
  })
})

describe('a safeguard of a flag', () => {
  it('disables it in the environment, and it can be enabled again', async () => {
    await put(ofFlag(), safeguard({}, '<', 5))
    await report(4)
    await wait()
    expect([await releases.isEnabled(flag), (await triggered()).length]).toEqual([false, 1])
    await releases.on(flag)
    await wait()
    expect([await releases.isEnabled(flag), (await triggered()).length]).toEqual([true, 1])
  })
})

describe('a metric without data', () => {
  it.each([
    ['no data at all', {}],
    ['a range longer than is kept', { timeRange: 'day' }],
    ['a metric of another system', { source: 'external' }],
    ['labels that nobody sends', { labelSelectors: { app: ['other'] } }],
    ['a rise, of one number alone', { aggregationMode: 'count' }],
  ])('%s: the safeguard does nothing, and says so', async (what, more) => {
    await put(ofFlag(), safeguard(more, '<', 1_000_000))
    if (what !== 'no data at all') await report(1, { app: 'one' })
    await wait()
    expect([await status(), await releases.isEnabled(flag)]).toMatchObject([
      { safeguards: [{ value: null, triggeredAt: null }] },
      true,
    ])
  })
})
