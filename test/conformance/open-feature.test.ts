import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature as Server } from '@openfeature/server-sdk'
import { OpenFeature as Web, ProviderEvents } from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { addRemoteFlags } from '#support/stages/remote-flags.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** The SDKs of OpenFeature with their own providers for the remote evaluation protocol (ADR 53). */

let app: TestBackend
let url = ''

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  await addRemoteFlags(app)
})
afterAll(async () => {
  await Server.close()
  await Web.close()
  await app.stop()
})

describe('the OpenFeature server SDK', () => {
  beforeAll(() =>
    Server.setProviderAndWait(
      new OFREPProvider({ baseUrl: url, headers: [['Authorization', `Bearer ${BACKEND}`]] }),
    ),
  )
  const client = Server.getClient()
  const context = { targetingKey: '7', country: 'NO' }

  it('gets values of each type', async () => {
    expect(await client.getBooleanValue('for-norway', false, context)).toBe(true)
    expect(await client.getBooleanValue('for-norway', true, { targetingKey: '7' })).toBe(false)
    expect(await client.getStringValue('colour', 'none', context)).toBe('#00f')
    expect(await client.getNumberValue('size', 0, context)).toBe(42.5)
    expect(await client.getObjectValue('theme', {}, context)).toEqual({ dark: true, depth: 2 })
  })

  it('gets the reason, the variant and the metadata', async () => {
    expect(await client.getStringDetails('colour', 'none', context)).toMatchObject({
      value: '#00f',
      variant: 'blue',
      reason: 'STATIC',
      flagMetadata: { enabled: true, project: 'default', type: 'release' },
    })
    expect(await client.getBooleanDetails('half-of-requests', false, {})).toMatchObject({ reason: 'SPLIT' })
  })

  it.each([
    ['nothing', context, 'FLAG_NOT_FOUND'],
    ['half', {}, 'TARGETING_KEY_MISSING'],
    ['list', context, 'PARSE_ERROR'],
    ['colour', context, 'TYPE_MISMATCH'],
  ])('returns the default for %s with %j, and the error %s', async (key, sent, errorCode) => {
    expect(await client.getBooleanDetails(key, true, sent)).toMatchObject({
      value: true,
      reason: 'ERROR',
      errorCode,
    })
  })

  it('returns the default for a flag that has a payload and is off', async () => {
    expect(await client.getStringValue('colour-off', 'none', context)).toBe('none')
  })
})

describe('the OpenFeature web SDK', () => {
  const client = Web.getClient()
  const provider = (headers: [string, string][]) =>
    new OFREPWebProvider({ baseUrl: url, headers, pollInterval: 50, cacheMode: 'disabled' })

  it('gets the flags of its context, and their changes', async () => {
    await Web.setContext({ targetingKey: '7', country: 'NO' })
    await Web.setProviderAndWait(provider([['X-API-Key', FRONTEND]]))
    expect(client.getBooleanValue('for-norway', false)).toBe(true)
    expect(client.getNumberValue('size', 0)).toBe(42.5)
    expect(client.getObjectValue('theme', {})).toEqual({ dark: true, depth: 2 })
    expect(client.getBooleanDetails('list', true)).toMatchObject({ value: true, errorCode: 'PARSE_ERROR' })
    expect(client.getStringValue('colour-off', 'none')).toBe('none')

    const changed = new Promise<void>((resolve) =>
      client.addHandler(ProviderEvents.ConfigurationChanged, (details) => {
        if (details?.flagsChanged?.includes('plain')) resolve()
      }),
    )
    const params = { projectId: 'default', featureName: 'plain', environment: 'development' }
    await app.call(toggleFeatureEnvironmentOff, { params })
    await changed
    expect(client.getBooleanValue('plain', true)).toBe(false)
    await app.call(toggleFeatureEnvironmentOn, { params })
  })

  it('evaluates anew when the context changes', async () => {
    await Web.setContext({ targetingKey: '7', country: 'DE' })
    expect(client.getBooleanValue('for-norway', true)).toBe(false)
  })

  it('follows the event stream instead of polling, where pages have EventSource', async () => {
    vi.stubGlobal('EventSource', EventSource)
    const streaming = new OFREPWebProvider({
      baseUrl: url,
      headers: [['X-API-Key', FRONTEND]],
      pollInterval: 0,
      cacheMode: 'disabled',
    })
    await Web.setProviderAndWait(streaming)
    const changed = new Promise<void>((resolve) =>
      client.addHandler(ProviderEvents.ConfigurationChanged, (details) => {
        if (details?.flagsChanged?.includes('plain')) resolve()
      }),
    )
    expect(client.getBooleanValue('plain', false)).toBe(true)
    const params = { projectId: 'default', featureName: 'plain', environment: 'development' }
    await app.call(toggleFeatureEnvironmentOff, { params })
    await changed
    expect(client.getBooleanValue('plain', true)).toBe(false)
    await app.call(toggleFeatureEnvironmentOn, { params })
    await Web.clearProviders()
    vi.unstubAllGlobals()
  })

  it('is not ready with a wrong token, and returns the defaults', async () => {
    const wrong = provider([['X-API-Key', 'default:development.wrong']])
    await expect(Web.setProviderAndWait(wrong)).rejects.toThrow('Initialization failed')
    expect(client.getStringValue('colour', 'none')).toBe('none')
  })
})
