import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEVELOPMENT } from '#support/service/initial-environments.ts'
import { addProject } from '#support/stages/projects.ts'
import { ADMIN, startBackend, type Call, type TestBackend } from '#support/service/start-backend.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'

const ENVIRONMENTS = '/api/admin/environments'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
    ],
  })
})
afterAll(() => app.stop())

const get = (path = '', call: Call = {}) => app.call('GET', `${ENVIRONMENTS}${path}`, call)
const turn = (name: string, state: 'on' | 'off', call: Call = {}) =>
  app.call('POST', `${ENVIRONMENTS}/${name}/${state}`, call)
const sort = (body: unknown, call: Call = {}) =>
  app.call('PUT', `${ENVIRONMENTS}/sort-order`, { ...call, body })
const names = async () =>
  ((await get()).body as { environments: { name: string }[] }).environments.map(({ name }) => name)
const eventsOf = async (environment: string) =>
  (await app.call(searchEvents, { query: { environment: `IS:${environment}`, limit: '50' } })).body.events

describe('an environment', () => {
  it('is visible to every signed-in user', async () => {
    expect(await get('/development', { as: 'viewer' })).toMatchObject({ status: 200, body: DEVELOPMENT })
  })

  it('that does not exist is 404', async () => {
    expect(await get('/nope')).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Could not find environment with name: nope' },
    })
  })
})

describe('the environments of a project', () => {
  it('are all, with their data in the project', async () => {
    await addProject(app, 'small', ['development'])
    await app.call(createFeature, { params: { projectId: 'small' }, body: { name: 'lit' } })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'small', featureName: 'lit', environment: 'development' },
    })
    await app.call(createFeature, { params: { projectId: 'small' }, body: { name: 'archived' } })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'small', featureName: 'archived', environment: 'development' },
    })
    await app.call(archiveFeature, { params: { projectId: 'small', featureName: 'archived' } })
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '20' } }
    await app.call(addDefaultStrategyToProjectEnvironment, {
      params: { projectId: 'small', environment: 'development' },
      body: strategy,
    })
    // production has one token for all projects; development has two for default only
    expect(await get('/project/small', { as: 'viewer' })).toMatchObject({
      status: 200,
      body: {
        version: 1,
        environments: [
          {
            ...DEVELOPMENT,
            projectApiTokenCount: 0,
            projectEnabledToggleCount: 1,
            visible: true,
            defaultStrategy: strategy,
          },
          {
            name: 'production',
            projectApiTokenCount: 1,
            projectEnabledToggleCount: 0,
            visible: false,
          },
        ],
      },
    })
    expect((await get('/project/default')).body).toMatchObject({
      environments: [
        { name: 'development', projectApiTokenCount: 2, visible: true },
        { name: 'production', projectApiTokenCount: 1, visible: true },
      ],
    })
  })

  it('of an unknown project are empty', async () => {
    const nothing = { projectApiTokenCount: 0, projectEnabledToggleCount: 0, visible: false }
    expect(await get('/project/nope')).toMatchObject({
      status: 200,
      body: { environments: [nothing, nothing] },
    })
  })
})

describe('turning an environment on and off', () => {
  it('decides whether new projects get it, and changes nothing else', async () => {
    expect(await turn('production', 'off')).toMatchObject({ status: 204, text: '' })
    expect((await turn('production', 'off')).status).toBe(204)
    expect((await get('/production')).body).toMatchObject({ enabled: false })
    const made = await app.call(createProject, { body: { id: 'later', name: 'Later' } })
    expect(made.body).toMatchObject({ environments: ['development'] })
    expect((await app.call(getProjectOverview, { params: { projectId: 'default' } })).body).toMatchObject({
      environments: [{ environment: 'development' }, { environment: 'production' }],
    })
    expect((await turn('production', 'on')).status).toBe(204)
    expect((await get('/production')).body).toMatchObject({ enabled: true })
    const events = await eventsOf('production')
    expect(events.map(({ type }) => type)).toEqual(['environment-updated', 'environment-updated'])
    expect(events[1]).toMatchObject({ data: { enabled: false }, preData: { enabled: true } })
    expect(events[1]?.summary).toContain('updated environment')
  })

  it.each(['on', 'off'] as const)('%s: is 404 for an unknown environment', async (state) => {
    expect(await turn('nope', state)).toMatchObject({
      status: 404,
      body: { message: 'Could not find environment nope' },
    })
  })

  it('is for Admins', async () => {
    expect((await turn('production', 'off', { as: 'editor' })).status).toBe(403)
  })
})

describe('the sort order of environments', () => {
  it('is set for the named ones', async () => {
    await addProject(app, 'third', ['staging'])
    expect(await names()).toEqual(['development', 'production', 'staging'])
    expect(await sort({ staging: 0, production: -1 })).toMatchObject({ status: 200, text: '' })
    expect(await names()).toEqual(['production', 'staging', 'development'])
    expect(await sort({})).toMatchObject({ status: 200 })
    await sort({ staging: 3, production: 3 })
    expect(await names()).toEqual(['development', 'production', 'staging'])
  })

  it('is set for all or none', async () => {
    const before = await names()
    expect(await sort({ development: 99, nope: 1 })).toMatchObject({
      status: 404,
      body: { message: 'Could not find environment nope' },
    })
    expect(await names()).toEqual(before)
  })

  it.each([
    [{ development: 'x' }, 'The `/body/development` property must be integer. You sent "x".'],
    [{ development: 1.5 }, 'The `/body/development` property must be integer. You sent 1.5.'],
    [{ development: 2 ** 31 }, expect.stringContaining('/body/development')],
  ])('rejects %j', async (body, message: unknown) => {
    expect(await sort(body)).toMatchObject({
      status: 400,
      body: { details: [{ message, path: '/body/development' }] },
    })
  })

  it('rejects a list', async () => {
    expect((await sort([1])).status).toBe(400)
  })

  it('is for Admins', async () => {
    expect((await sort({ development: 1 }, { as: 'editor' })).status).toBe(403)
    expect((await sort({ development: 1 }, { token: ADMIN })).status).toBe(200)
  })
})
