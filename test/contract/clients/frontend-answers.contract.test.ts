import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend

const flags = '/api/admin/projects/default/features'
const placeOf = (name: string) => ({ projectId: 'default', featureName: name, environment: 'development' })

async function addFlag(name: string, strategies: readonly object[], more: object = {}): Promise<void> {
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name, ...more } })
  for (const strategy of strategies)
    await app.call('POST', `${flags}/${name}/environments/development/strategies`, { body: strategy })
  await app.call(toggleFeatureEnvironmentOn, { params: placeOf(name) })
}

beforeAll(async () => {
  app = await startBackend({ startsAt: '2026-11-21T12:00:00.000Z' })
  await addFlag('plain', [{ name: 'default' }])
  await addFlag('from-noon', [
    {
      name: 'default',
      constraints: [
        { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-11-21T12:30:00.000Z', values: [] },
      ],
    },
  ])
  await addFlag('by-chance', [
    { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'random', groupId: 'g' } },
  ])
  await addFlag('by-session', [
    { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'sessionId', groupId: 'g' } },
  ])
})
afterAll(() => app.stop())

interface Toggles {
  toggles: { name: string }[]
}
const get = (query: string, headers = {}) =>
  app.call('GET', `/api/frontend?${query}`, { token: FRONTEND, headers })
const names = async (query: string) => ((await get(query)).body as Toggles).toggles.map((one) => one.name)
const many = (query: string) => Promise.all(Array.from({ length: 60 }, () => names(query)))

describe('a context that comes again', () => {
  it('sees each change as soon as it is acknowledged', async () => {
    expect(await names('userId=7')).toContain('plain')
    const { headers } = await get('userId=7&sessionId=1')
    await app.call(toggleFeatureEnvironmentOff, { params: placeOf('plain') })
    expect(await names('userId=7')).not.toContain('plain')
    await app.call(toggleFeatureEnvironmentOn, { params: placeOf('plain') })
    expect(await names('userId=7')).toContain('plain')
    expect(typeof headers['etag']).toBe('string')
  })

  it('leaves to chance what chance decides', async () => {
    const answers = await many('userId=7')
    for (const name of ['by-chance', 'by-session']) {
      const on = answers.filter((toggles) => toggles.includes(name)).length
      expect(on, name).toBeGreaterThan(5)
      expect(on, name).toBeLessThan(55)
    }
    const sticky = await many('userId=7&sessionId=12')
    expect(new Set(sticky.map((toggles) => toggles.includes('by-session'))).size).toBe(1)
  })

  it('sees a date that comes', async () => {
    const { clock } = app
    await app.call(toggleFeatureEnvironmentOff, { params: placeOf('by-chance') })
    await app.call(toggleFeatureEnvironmentOff, { params: placeOf('by-session') })
    expect(await names('userId=7')).not.toContain('from-noon')
    clock.advance(30 * 60_000)
    expect(await names('userId=7')).not.toContain('from-noon')
    clock.advance(1)
    expect(await names('userId=7')).toContain('from-noon')
    expect(await names('userId=7&currentTime=2020-01-01')).not.toContain('from-noon')
  })

  it('keeps its ETag while what it gets stays the same, and gets 304', async () => {
    const first = await get('userId=7')
    const etag = String(first.headers['etag'])
    // another revision, the same flags for this context
    await addFlag('for-nobody', [
      { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN', values: ['nobody'] }] },
    ])
    expect((await get('userId=7', { 'if-none-match': etag })).status).toBe(304)
    await addFlag('for-all', [{ name: 'default' }])
    const changed = await get('userId=7', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  it('is told reasons only where it asks for them', async () => {
    const plain = await get('userId=7')
    const reasoned = await get('userId=7', { 'x-halyard-reason': 'true' })
    expect(JSON.stringify(plain.body)).not.toContain('"reason"')
    expect((reasoned.body as Toggles).toggles).toContainEqual({
      name: 'for-nobody',
      enabled: false,
      impressionData: false,
      variant: { name: 'disabled', enabled: false, feature_enabled: false, featureEnabled: false },
      reason: 'no-strategy-matched',
      openFeatureReason: 'DEFAULT',
    })
    expect(reasoned.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it('is counted each time, by the evaluation log and among the seen contexts', async () => {
    for (let n = 0; n < 3; n += 1) await get('userId=counted&sessionId=1')
    const seen = app.backend.services.seenContexts.since('development', new Date(0))
    expect(seen.find(({ context }) => context.userId === 'counted')?.count).toBe(3)
    const [latest] = app.backend.services.evaluationLog.list(new Set())
    expect(latest).toMatchObject({ kind: 'frontend', count: 3, context: { userId: 'counted' } })
  })
})
