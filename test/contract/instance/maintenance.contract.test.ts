import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addEndpoint, addServiceAccount, createSet, actionSet, switching } from '#support/stages/actions.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, getFeature, updateFeature } from '#shared/flags/contract/features.ts'
import { toggleMaintenance, getMaintenance } from '#shared/instance/contract/maintenance.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { createSignalEndpoint, createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import {
  getAllClientFeatures,
  registerClientMetrics,
  registerClientApplication,
} from '#shared/clients/contract/client-api.ts'
import { callSignalEndpoint, getSignalEndpointSignals } from '#shared/signals/contract/signals.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const MAINTENANCE = '/api/admin/maintenance'
const FEATURES = '/api/admin/projects/default/features'
const REFUSED = {
  status: 503,
  body: { name: 'MaintenanceError', message: 'Unleash is currently in maintenance mode.' },
}

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'keeper', permissions: [{ permission: 'UPDATE_MAINTENANCE_MODE' }], atRoot: true },
    ],
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'tour-flag' } })
})
beforeEach(() => turn(false))
afterAll(() => app.stop())

const turn = (enabled: boolean, as = {}) => app.call(toggleMaintenance, { body: { enabled }, ...as })
const state = async () => (await app.call(getMaintenance)).body
const isOn = async (name: string) => {
  const { body } = await app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: name, environment: 'development' },
  })
  return body.enabled
}

describe('maintenance mode', () => {
  it('is off at first, and can be turned on and off', async () => {
    expect(await state()).toEqual({ enabled: false })
    const on = await turn(true)
    expect([on.status, on.text]).toEqual([204, ''])
    expect(await state()).toEqual({ enabled: true })
    expect((await turn(false)).status).toBe(204)
    expect(await state()).toEqual({ enabled: false })
  })

  it('rejects POST, PUT and DELETE below /api/admin, the playground too', async () => {
    await turn(true)
    const playground = { environment: 'development', projects: ['default'], context: { appName: 'web' } }
    for (const [method, path, body] of [
      ['POST', FEATURES, { name: 'in-maintenance' }],
      ['PUT', `${FEATURES}/tour-flag`, { description: 'm' }],
      ['DELETE', `${FEATURES}/tour-flag`, undefined],
      ['POST', '/api/admin/playground', playground],
      ['POST', '/api/admin/ui-config/cors', { frontendApiOrigins: [] }],
    ] as const)
      expect(await app.call(method, path, { body })).toMatchObject(REFUSED)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'in-maintenance' } }))
        .status,
    ).toBe(404)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'tour-flag' } })).status,
    ).toBe(200)
  })

  it('applies to every spelling of a path', async () => {
    await turn(true)
    for (const path of [FEATURES.toUpperCase(), `${FEATURES}/`, FEATURES.replace('/admin', '//admin')])
      expect(await app.call('POST', path, { body: { name: 'sly' } })).toMatchObject(REFUSED)
    // a name that contains the word does not reach this operation
    const maintenance = await app.call(updateFeature, {
      params: { projectId: 'default', featureName: 'maintenance' },
      body: { description: 'x' },
    })
    expect(maintenance).toMatchObject(REFUSED)
  })

  it('allows PATCH, and all requests of SDKs and signals', async () => {
    const endpoint = await app.call(createSignalEndpoint, { body: { name: 'alerts' } })
    const { id } = endpoint.body
    const made = await app.call(createSignalEndpointToken, {
      params: { signalEndpointId: id },
      body: { name: 't' },
    })
    const { token } = made.body
    await turn(true)
    const patch = [{ op: 'replace', path: '/description', value: 'patched in maintenance' }]
    const patched = await app.call('PATCH', `${FEATURES}/tour-flag`, { body: patch })
    expect(patched).toMatchObject({ status: 200, body: { description: 'patched in maintenance' } })
    const bucket = { start: '2026-11-21T11:00:00.000Z', stop: '2026-11-21T11:01:00.000Z', toggles: {} }
    const client = { token: BACKEND }
    expect((await app.call(getAllClientFeatures, client)).status).toBe(200)
    const metrics = await app.call(registerClientMetrics, {
      ...client,
      body: { appName: 'app', instanceId: 'i', bucket },
    })
    const register = await app.call(registerClientApplication, {
      ...client,
      body: { appName: 'app', instanceId: 'i', strategies: [], interval: 1, started: bucket.start },
    })
    const signal = await app.call(callSignalEndpoint, { params: { name: 'alerts' }, token, body: {} })
    expect([metrics.status, register.status, signal.status]).toEqual([202, 202, 200])
    await turn(false)
    const { body } = await app.call(getSignalEndpointSignals, { params: { signalEndpointId: id } })
    expect(body.signalEndpointSignals).toHaveLength(1)
  })

  it('rejects writes of the window, except for turning it off', async () => {
    await turn(true)
    const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
    const creating = window.createFeature({ params: { projectId: 'default' }, body: { name: 'by-window' } })
    await expect(creating).rejects.toThrow('Unleash is currently in maintenance mode.')
    expect(app.backend.status().maintenance).toBe(true)
    await window.toggleMaintenance({ body: { enabled: false } })
    expect(app.backend.status().maintenance).toBe(false)
    await window.createFeature({ params: { projectId: 'default' }, body: { name: 'by-window' } })
  })

  it('pauses jobs, and due work is done in the first round after it', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'switched' } })
    const endpoint = await addEndpoint(app, 'monitor')
    const account = await addServiceAccount(app, 'robot')
    const set = await createSet(app, actionSet(endpoint, account, { actions: [switching('ON', 'switched')] }))
    const made = await app.call(createSignalEndpointToken, {
      params: { signalEndpointId: endpoint },
      body: { name: 't' },
    })
    const { token } = made.body
    await turn(true)
    app.clock.advance(1000)
    const signal = await app.call(callSignalEndpoint, { params: { name: 'monitor' }, token, body: {} })
    expect(signal.status).toBe(200)
    await app.backend.runJobs()
    expect(await isOn('switched')).toBe(false)
    await turn(false)
    await app.backend.runJobs()
    expect([set.enabled, await isOn('switched')]).toEqual([true, true])
  })

  it('needs the permission, and writes an event', async () => {
    expect((await turn(true, { as: 'viewer' })).body).toMatchObject({
      permissions: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
    })
    expect((await app.call(getMaintenance, { as: 'viewer' })).status).toBe(403)
    expect((await turn(true, { as: 'keeper' })).status).toBe(204)
    // repeating it changes nothing
    expect((await turn(true, { as: 'keeper' })).status).toBe(204)
    const found = await app.call(searchEvents, { query: { type: 'IS:setting-updated', limit: '2' } })
    const { events } = found.body
    expect(events).toMatchObject([
      { createdBy: 'keeper', data: { enabled: true }, preData: { enabled: false } },
      { data: { enabled: false }, preData: { enabled: true } },
    ])
  })

  it.each([
    [{}, 'required'],
    [{ enabled: 'yes' }, 'boolean'],
  ])('rejects %j as its state', async (body, why) => {
    const answer = await app.call('POST', MAINTENANCE, { body })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/body/enabled' }] } })
    expect(answer.text).toContain(why)
  })
})
