import { Unleash, UnleashEvents } from 'unleash-client'
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, patchFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import {
  toggleFeatureEnvironmentOn,
  toggleFeatureEnvironmentOff,
} from '#shared/flags/contract/feature-environments.ts'
import { getImpressions } from '#shared/clients/contract/impressions.ts'

const ID = /^[0-9a-f-]{36}$/i
let app: TestBackend
let url = ''
const running: { destroy?: () => void; stop?: () => void }[] = []

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  await flag('watched', true)
  await flag('unwatched', false)
})
afterEach(() => {
  for (const client of running.splice(0)) (client.destroy ?? client.stop)?.call(client)
})
afterAll(() => app.stop())

async function flag(name: string, impressionData: boolean): Promise<void> {
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name, impressionData } })
  await app.call(addFeatureStrategy, {
    params: { projectId: 'default', featureName: name, environment: 'development' },
    body: {
      name: 'default',
      variants: [{ name: 'blue', weight: 1, weightType: 'variable', stickiness: 'default' }],
    },
  })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: name, environment: 'development' },
  })
}

type Mode = { type: 'streaming' } | { type: 'polling'; format: 'delta' | 'full' }

async function nodeSdk(experimentalMode?: Mode): Promise<Unleash> {
  const sdk = new Unleash({
    appName: 'shop',
    url: `${url}/api`,
    customHeaders: { Authorization: BACKEND },
    disableMetrics: true,
    refreshInterval: 200,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => {} },
    ...(experimentalMode ? { experimentalMode } : {}),
  })
  running.push(sdk)
  await new Promise((resolve) => sdk.once('synchronized', resolve))
  return sdk
}

/** A page's SDK, off a page: with fetch and a store in memory. */
async function proxySdk(): Promise<UnleashClient> {
  const sdk = new UnleashClient({
    url: `${url}/api/frontend`,
    clientKey: FRONTEND,
    appName: 'web',
    environment: 'development',
    disableMetrics: true,
    refreshInterval: 0,
    fetch,
    storageProvider: new InMemoryStorageProvider(),
    context: { userId: 'ann', sessionId: '8' },
  })
  running.push(sdk)
  await sdk.start()
  return sdk
}

describe('impression data', () => {
  it('makes the Node SDK emit events of both types for marked flags, and for no others', async () => {
    const sdk = await nodeSdk()
    const events: unknown[] = []
    sdk.on(UnleashEvents.Impression, (event) => events.push(event))
    const context = { userId: 'ann', sessionId: '7' }
    expect(sdk.isEnabled('watched', context)).toBe(true)
    expect(sdk.getVariant('watched', context).name).toBe('blue')
    sdk.isEnabled('unwatched', context)
    sdk.getVariant('unwatched', context)
    // this SDK sends no eventId, which the document requires, so the endpoint warns about it
    const shared = {
      featureName: 'watched',
      enabled: true,
      context: expect.objectContaining({ appName: 'shop', userId: 'ann', sessionId: '7' }) as object,
    }
    expect(events).toEqual([
      { ...shared, eventType: 'isEnabled' },
      { ...shared, eventType: 'getVariant', variant: 'blue' },
    ])
    await app.call('POST', '/api/impressions', { token: BACKEND, body: events })
    const { body } = await app.call(getImpressions, { query: { limit: '1' } })
    expect(body.impressions[0]?.warnings).toEqual(['eventId is missing'])
  })

  it('makes the frontend SDK emit them too, and the impressions endpoint accepts them', async () => {
    const sdk = await proxySdk()
    const sent: Promise<Response>[] = []
    sdk.on('impression', (event: { eventId: string }) => {
      expect(event.eventId).toMatch(ID)
      sent.push(
        fetch(`${url}/api/impressions`, {
          method: 'POST',
          headers: { authorization: FRONTEND, 'content-type': 'application/json' },
          body: JSON.stringify(event),
        }),
      )
    })
    sdk.isEnabled('watched')
    sdk.getVariant('watched')
    sdk.isEnabled('unwatched')
    expect((await Promise.all(sent)).map((response) => response.status)).toEqual([202, 202])
    const { body } = await app.call(getImpressions, { query: { sessionId: '8', flag: 'watched' } })
    const { impressions } = body
    expect(impressions.map((one) => [one.eventType, one.variant, one.reason, one.warnings]).sort()).toEqual([
      ['getVariant', 'blue', 'strategy-matched', []],
      ['isEnabled', null, 'strategy-matched', []],
    ])
  })

  it('ends when the flag is no longer marked', async () => {
    await flag('changed', true)
    await app.call(patchFeature, {
      params: { projectId: 'default', featureName: 'changed' },
      body: [{ op: 'replace', path: '/impressionData', value: false }],
    })
    const sdk = await nodeSdk()
    let count = 0
    sdk.on(UnleashEvents.Impression, () => (count += 1))
    expect(sdk.isEnabled('changed')).toBe(true)
    expect(count).toBe(0)
  })
})

describe.each<[string, Mode | undefined]>([
  ['polling everything', undefined],
  ['polling deltas', { type: 'polling', format: 'delta' }],
  ['streaming', { type: 'streaming' }],
])('the Node SDK, %s', (name, mode) => {
  it('receives a change without a restart', async () => {
    const own = `live-${name.replaceAll(' ', '-')}`
    await flag(own, false)
    const sdk = await nodeSdk(mode)
    expect(sdk.isEnabled(own)).toBe(true)
    const changed = new Promise((resolve) => sdk.once('changed', resolve))
    await app.call(toggleFeatureEnvironmentOff, {
      params: { projectId: 'default', featureName: own, environment: 'development' },
    })
    await changed
    await expect.poll(() => sdk.isEnabled(own)).toBe(false)
  })
})
