import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { CONTRACT_VERSION } from '#shared/versions/rules/index.ts'
import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getUiConfig, setCors, uiObservability } from '#shared/instance/contract/ui-config.ts'
import { toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const UI_CONFIG = '/api/admin/ui-config'
const APP = 'https://app.example.com'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_SIGNAL_ENDPOINTS_LIMIT: '7', UNLEASH_SEGMENTS_LIMIT: '42' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'gatekeeper', permissions: [{ permission: 'UPDATE_CORS' }], atRoot: true },
    ],
  })
})
afterAll(() => app.stop())

const config = async (as = {}) => (await app.call(getUiConfig, as)).body
const setOrigins = (frontendApiOrigins: unknown, as = {}) =>
  app.call('POST', `${UI_CONFIG}/cors`, { body: { frontendApiOrigins }, ...as })

describe('the configuration for the window', () => {
  it('has version, modes and limits of the instance', async () => {
    const { versionInfo, resourceLimits, ...rest } = await config({ as: 'viewer' })
    expect(rest).toEqual({
      name: 'Halyard',
      environment: 'Enterprise',
      version: CONTRACT_VERSION,
      flags: {},
      emailEnabled: false,
      unleashUrl: 'http://localhost:0',
      baseUriPath: '',
      authenticationType: 'enterprise',
      disablePasswordAuth: false,
      maxSessionsCount: 100,
      prometheusAPIAvailable: false,
      frontendApiOrigins: ['*'],
      maintenanceMode: false,
      unleashContext: { userId: expect.any(Number) as number },
    })
    expect(versionInfo).toEqual({
      current: { oss: CONTRACT_VERSION, enterprise: CONTRACT_VERSION },
      latest: {},
      isLatest: true,
      instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(resourceLimits).toMatchObject({ signalEndpoints: 7, segments: 42, signalTokensPerEndpoint: 5 })
    expect(Object.keys(resourceLimits)).toHaveLength(17)
  })

  it('contains no user for an API token', async () => {
    expect((await config())['unleashContext']).toEqual({})
  })

  it('includes maintenance mode', async () => {
    await app.call(toggleMaintenance, { body: { enabled: true } })
    expect((await config())['maintenanceMode']).toBe(true)
    await app.call(toggleMaintenance, { body: { enabled: false } })
    expect((await config())['maintenanceMode']).toBe(false)
  })
})

describe('the origins of the frontend API', () => {
  const allowed = async (origin: string, method = 'GET') => {
    const { status, headers } = await app.call(method, '/api/frontend', {
      token: method === 'GET' ? FRONTEND : null,
      headers: { origin },
    })
    expect(status).toBe(method === 'GET' ? 200 : 204)
    return headers['access-control-allow-origin']
  }

  it('apply at once to requests and preflights', async () => {
    expect(await allowed('https://evil.example')).toBe('*')
    const set = await setOrigins([APP, APP])
    expect([set.status, set.text]).toEqual([204, ''])
    expect((await config())['frontendApiOrigins']).toEqual([APP])
    expect([await allowed(APP), await allowed(APP, 'OPTIONS')]).toEqual([APP, APP])
    expect(await allowed('https://evil.example')).toBeUndefined()
    expect(await allowed('https://evil.example', 'OPTIONS')).toBeUndefined()
    expect((await setOrigins(['*'])).status).toBe(204)
    expect(await allowed('https://evil.example', 'OPTIONS')).toBe('*')
  })

  it('are all when the list is empty, and unchanged when it is omitted', async () => {
    await setOrigins([APP])
    expect((await app.call(setCors, { body: {} })).status).toBe(204)
    expect((await config())['frontendApiOrigins']).toEqual([APP])
    await setOrigins([])
    expect((await config())['frontendApiOrigins']).toEqual(['*'])
    expect(await allowed('https://anywhere.example')).toBe('*')
  })

  it.each([
    'nope',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'null',
    '',
  ])('reject %j', async (origin) => {
    await setOrigins([APP])
    expect(await setOrigins(['*', origin])).toMatchObject({
      status: 400,
      body: {
        name: 'BadDataError',
        message: `Request validation failed: your request body or params contain invalid data: Invalid origin: ${origin}`,
        details: [{ message: `Invalid origin: ${origin}`, path: '/body/frontendApiOrigins/1' }],
      },
    })
    expect((await config())['frontendApiOrigins']).toEqual([APP])
  })

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'https://[::1]:8443',
    'https://xn--bcher-kva.example',
  ])('accept %s', async (origin) => {
    expect((await setOrigins([origin])).status).toBe(204)
    expect(await allowed(origin)).toBe(origin)
  })

  it('need the permission, and write an event', async () => {
    const refused = await setOrigins(['*'], { as: 'viewer' })
    expect(refused).toMatchObject({ status: 403, body: { permissions: ['ADMIN', 'UPDATE_CORS'] } })
    await setOrigins([APP])
    expect((await setOrigins(['*'], { as: 'gatekeeper' })).status).toBe(204)
    const { body } = await app.call(searchEvents, { query: { type: 'IS:setting-updated', limit: '1' } })
    expect(body.events).toMatchObject([
      {
        createdBy: 'gatekeeper',
        data: { frontendApiOrigins: ['*'] },
        preData: { frontendApiOrigins: [APP] },
      },
    ])
  })
})

describe('the report of an error in a page', () => {
  it('is accepted', async () => {
    const body = { errorMessage: 'boom', errorStack: 'at x' }
    const answer = await app.call(uiObservability, { as: 'viewer', body })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await app.call('POST', '/api/admin/record-ui-error', { body: {} })).status).toBe(400)
  })
})
