import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  BACKEND_PRODUCTION,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOn,
  getFeatureEnvironment,
} from '#shared/flags/contract/feature-environments.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getProjectEnvironments } from '#shared/projects/contract/environments.ts'
import {
  getProjectChangeRequestConfig,
  updateProjectChangeRequestConfig,
} from '#shared/changes/contract/change-request-settings.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { getChangeRequest } from '#shared/changes/contract/change-requests.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { updateEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'
import { createProject, archiveProject } from '#shared/projects/contract/project-lifecycle.ts'

const PROJECT = '/api/admin/projects/default'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'editor', roles: ['Editor'] }] })
})
afterAll(() => app.stop())

const add = (body: unknown, call: Call = {}, project = 'default') =>
  app.call('POST', `/api/admin/projects/${project}/environments`, { ...call, body })
const remove = (environment: string, call: Call = {}, project = 'default') =>
  app.call('DELETE', `/api/admin/projects/${project}/environments/${environment}`, call)
const addFlag = (name: string) =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
const turnOn = (flag: string, environment: string) =>
  app.call(toggleFeatureEnvironmentOn, { params: { projectId: 'default', featureName: flag, environment } })
const flagIn = (flag: string, environment: string) =>
  app.call(getFeatureEnvironment, { params: { projectId: 'default', featureName: flag, environment } })
const clientFlags = async (headers: Record<string, string> = {}) => {
  const {
    status,
    body,
    headers: answered,
  } = await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION, headers })
  const { features = [] } = body ?? {}
  return {
    status,
    etag: String(answered['etag']),
    flags: features.map(({ name, enabled }) => [name, enabled]),
  }
}
const environmentsOf = async (project: string) =>
  (await app.call(getProjectEnvironments, { params: { projectId: project } })).body.environments
    .filter(({ visible }) => visible)
    .map(({ name }) => name)
const settings = async () =>
  (await app.call(getProjectChangeRequestConfig, { params: { projectId: 'default' } })).body
const lastEvents = async (limit: number) =>
  (await app.call(searchEvents, { query: { project: 'IS:default', limit } })).body.events

describe('removing an environment from a project', () => {
  it('deletes the settings of its flags there, and SDKs see it at once', async () => {
    for (const flag of ['lit', 'put-away']) {
      await addFlag(flag)
      await turnOn(flag, 'production')
    }
    await turnOn('lit', 'development')
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'put-away' } })
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'production' },
      body: { changeRequestsEnabled: true, requiredApprovals: 2 },
    })
    await app.call(addDefaultStrategyToProjectEnvironment, {
      params: { projectId: 'default', environment: 'production' },
      body: { name: 'flexibleRollout', title: 'careful', parameters: { rollout: '5' } },
    })
    const before = await clientFlags()
    expect(before.flags).toEqual([['lit', true]])

    expect(await remove('production')).toMatchObject({ status: 200, text: '' })

    expect(await environmentsOf('default')).toEqual(['development'])
    const after = await clientFlags({ 'if-none-match': before.etag })
    expect(after).toMatchObject({ status: 200, flags: [] })
    expect((await flagIn('lit', 'production')).status).toBe(404)
    expect((await turnOn('lit', 'production')).status).toBe(404)
    expect((await flagIn('lit', 'development')).body).toMatchObject({ enabled: true })
    expect(await settings()).toMatchObject([{ environment: 'development' }])
    expect((await lastEvents(1))[0]).toMatchObject({
      type: 'project-environment-removed',
      environment: 'production',
      preData: { enabledFlags: ['lit'], strategies: 2, defaultStrategy: { title: 'careful' } },
    })
  })

  it('cancels the change requests that are open there, and no others', async () => {
    await addFlag('asked-for')
    const requestsIn = (environment: string) => `${PROJECT}/environments/${environment}/change-requests`
    const ask = async (environment: string, state?: string) => {
      await app.call('PUT', `${requestsIn(environment)}/config`, { body: { changeRequestsEnabled: true } })
      const body = { action: 'updateEnabled', feature: 'asked-for', payload: { enabled: true } }
      const { id } = (await app.call('POST', requestsIn(environment), { body })).body as { id: number }
      for (const next of state === undefined ? [] : ['In review', 'Approved', state]) {
        const scheduledAt = '2099-01-01T00:00:00.000Z'
        const move = { state: next, ...(next === 'Scheduled' ? { scheduledAt } : {}) }
        const moved = await app.call('PUT', `${PROJECT}/change-requests/${id}/state`, { body: move })
        expect(moved.status, moved.text).toBe(200)
      }
      return id
    }
    const stateOf = async (id: number) =>
      (await app.call(getChangeRequest, { params: { projectId: 'default', id } })).body.state
    expect((await add({ environment: 'production' })).status).toBe(200)
    const [scheduled, draft] = [await ask('production', 'Scheduled'), await ask('production')]
    const [applied, elsewhere] = [await ask('development', 'Applied'), await ask('development')]

    expect((await remove('production')).status).toBe(200)

    const states = await Promise.all([scheduled, draft, applied, elsewhere].map(stateOf))
    expect(states).toEqual(['Cancelled', 'Cancelled', 'Applied', 'Draft'])
    const events = await lastEvents(3)
    expect(events.map(({ type }) => type).sort()).toEqual([
      'change-request-cancelled',
      'change-request-cancelled',
      'project-environment-removed',
    ])
    expect(events.find(({ type }) => type === 'project-environment-removed')).toMatchObject({
      preData: { cancelledRequests: expect.arrayContaining([scheduled, draft]) as number[] },
    })
    expect(events.find(({ type }) => type === 'change-request-cancelled')).toMatchObject({
      data: { reason: 'The environment production was taken out of the project.' },
    })
    await app.call('PUT', `${requestsIn('development')}/config`, { body: { changeRequestsEnabled: false } })
    for (const path of [`${PROJECT}/features`, '/api/admin/archive'])
      expect((await app.call('DELETE', `${path}/asked-for`)).status).toBeLessThan(300)
  })

  it('is no error for one that is already removed, or unknown', async () => {
    const [last] = await lastEvents(1)
    for (const environment of ['production', 'nope'])
      expect(await remove(environment)).toMatchObject({ status: 200, text: '' })
    expect((await lastEvents(1))[0]).toEqual(last)
  })

  it('removes the last one too', async () => {
    expect((await remove('development')).status).toBe(200)
    expect(await environmentsOf('default')).toEqual([])
    expect((await add({ environment: 'development' })).status).toBe(200)
  })
})

describe('adding an environment to a project', () => {
  it('starts with its flags off there, archived ones too, without former settings', async () => {
    const before = await clientFlags()
    expect(await add({ environment: 'production' })).toMatchObject({ status: 200, text: '' })
    expect(await environmentsOf('default')).toEqual(['development', 'production'])
    expect((await flagIn('lit', 'production')).body).toMatchObject({ enabled: false, strategies: [] })
    expect(await clientFlags({ 'if-none-match': before.etag })).toMatchObject({
      status: 200,
      flags: [['lit', false]],
    })
    expect((await lastEvents(1))[0]).toMatchObject({
      type: 'project-environment-added',
      environment: 'production',
    })
    await app.call('POST', '/api/admin/archive/revive/put-away', { body: {} })
    expect((await turnOn('put-away', 'production')).status).toBe(200)
    expect((await clientFlags()).flags).toEqual([
      ['lit', false],
      ['put-away', true],
    ])
    expect(await settings()).toMatchObject([{}, { changeRequestEnabled: false }])
  })

  it('twice is rejected', async () => {
    expect(await add({ environment: 'production' })).toMatchObject({
      status: 409,
      body: {
        name: 'NameExistsError',
        message: 'default already has the environment production enabled',
      },
    })
  })

  it('can set the default strategy and that changes need approval', async () => {
    await remove('production')
    const segment = await app.call(createSegment, { body: { name: 'beta', constraints: [] } })
    const { id } = segment.body
    const defaultStrategy = { name: 'flexibleRollout', parameters: { rollout: '7' }, segments: [id] }
    await app.call(updateEnvironment, { params: { name: 'production' }, body: { requiredApprovals: 12 } })
    const answer = await add({ environment: 'production', changeRequestsEnabled: true, defaultStrategy })
    expect(answer.status).toBe(200)
    expect(await settings()).toMatchObject([
      { environment: 'development', changeRequestEnabled: false },
      { environment: 'production', changeRequestEnabled: true, requiredApprovals: 10 },
    ])
    expect((await lastEvents(2)).map(({ type }) => type)).toEqual([
      'change-request-configuration-updated',
      'project-environment-added',
    ])
    expect((await app.call(getProjectOverview, { params: { projectId: 'default' } })).body).toMatchObject({
      environments: [{ environment: 'development' }, { environment: 'production', defaultStrategy }],
    })
  })

  it.each([
    [{}, '/body/environment', 'The `/body/environment` property is required.'],
    [{ environment: [7] }, '/body/environment', 'must be string'],
    [{ environment: 'nope' }, '/body/environment', 'Environment nope does not exist'],
    [{ environment: 'production', changeRequestsEnabled: 'yes' }, '/body/changeRequestsEnabled', 'boolean'],
  ])('rejects %j', async (body, path, message) => {
    await remove('production')
    expect(await add(body)).toMatchObject({
      status: 400,
      body: { details: [{ path, message: expect.stringContaining(message) as string }] },
    })
    expect(await environmentsOf('default')).toEqual(['development'])
  })

  it.each([
    [{ name: 'nope' }, 400, '/body/defaultStrategy/name'],
    [{ name: 'flexibleRollout', segments: [999] }, 404, '/body/defaultStrategy/segments'],
    [
      { name: 'flexibleRollout', constraints: [{ contextName: 'x', operator: 'SEMVER_EQ', value: 'x' }] },
      400,
      '/body/defaultStrategy/constraints/0',
    ],
  ])('names what is wrong with the default strategy %j', async (defaultStrategy, status, path) => {
    expect(await add({ environment: 'production', defaultStrategy })).toMatchObject({
      status,
      body: { details: [{ path }] },
    })
    expect(await environmentsOf('default')).toEqual(['development'])
  })
})

describe('the permission to update the project', () => {
  it('is needed to add and remove its environments', async () => {
    await app.call(createProject, { as: 'editor', body: { id: 'mine', name: 'Mine' } })
    expect((await remove('production', { as: 'editor' }, 'mine')).status).toBe(200)
    expect((await add({ environment: 'production' }, { as: 'editor' }, 'mine')).status).toBe(200)
    await app.call(createProject, { body: { id: 'theirs', name: 'Theirs' } })
    expect((await remove('production', { as: 'editor' }, 'theirs')).status).toBe(403)
    expect((await add({ environment: 'production' }, { as: 'editor' }, 'theirs')).status).toBe(403)
  })

  it('has no effect on an archived or unknown project', async () => {
    await app.call(archiveProject, { params: { projectId: 'theirs' } })
    for (const project of ['theirs', 'nope']) {
      const gone = { status: 404, body: { message: `Active project with id ${project} does not exist` } }
      expect(await remove('production', {}, project)).toMatchObject(gone)
      expect(await add({ environment: 'production' }, {}, project)).toMatchObject(gone)
    }
  })
})
