import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, getFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeatureLink } from '#shared/flags/contract/links.ts'
import { getClientFeature } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'

let app: TestBackend
let flag = ''
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'owner', roles: ['Viewer', 'Owner'] }] })
  await addProject(app, 'same')
  await addProject(app, 'fewer', ['development'])
  await addProject(app, 'others', ['development', 'staging'])
})
beforeEach(async () => {
  flag = `flag-${count++}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

const move = (newProjectId: unknown, { from = 'default', as = '' } = {}) =>
  app.call('POST', `/api/admin/projects/${from}/features/${flag}/changeProject`, {
    body: { newProjectId },
    ...(as ? { as } : {}),
  })
const read = (project: string) => app.call(getFeature, { params: { projectId: project, featureName: flag } })

describe('moving a flag to another project', () => {
  it('keeps all its data, there and back', async () => {
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'development' },
    })
    await app.call(createFeatureLink, {
      params: { projectId: 'default', featureName: flag },
      body: { url: 'example.com' },
    })
    const before = (await read('default')).body
    expect(await move('same')).toMatchObject({ status: 200, text: '' })
    expect((await read('default')).status).toBe(404)
    const { body: moved } = await read('same')
    expect(moved).toEqual({ ...before, project: 'same' })
    const client = await app.call(getClientFeature, { params: { featureName: flag }, token: BACKEND })
    expect(client.status, 'the token opens the project default alone').toBe(404)
    expect((await move('default', { from: 'same' })).status).toBe(200)
    expect((await read('default')).body).toEqual(before)
    const events = await app.call(searchEvents, { query: { type: 'IS:feature-project-change', limit: '1' } })
    expect(events.body).toMatchObject({
      events: [{ project: 'default', data: { oldProject: 'same', newProject: 'default' } }],
    })
  })

  it.each(['fewer', 'others'])('needs the same environments: not those of %s', async (target) => {
    expect(await move(target)).toMatchObject({
      status: 403,
      body: { name: 'IncompatibleProjectError', message: `${target} is not a compatible target` },
    })
    expect((await read('default')).status).toBe(200)
  })

  it('needs the permission in both projects', async () => {
    expect(await move('same', { as: 'owner' })).toMatchObject({
      status: 403,
      body: { permissions: ['MOVE_FEATURE_TOGGLE'] },
    })
    await move('same')
    expect((await move('default', { from: 'same', as: 'owner' })).status).toBe(403)
  })

  it('is rejected while flags depend on each other', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${flag}-child` } })
    await app.call(addFeatureDependency, {
      params: { projectId: 'default', child: `${flag}-child` },
      body: { feature: flag },
    })
    expect(await move('same')).toMatchObject({
      status: 403,
      body: { message: 'Changing project not allowed. Feature has dependencies.' },
    })
  })

  it('is rejected while it uses a segment of its project', async () => {
    const { body } = await app.call(createSegment, {
      body: { name: `segment-${flag}`, project: 'default', constraints: [] },
    })
    await app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: flag, environment: 'development' },
      body: { name: 'default', segments: [body.id] },
    })
    expect((await move('same')).status).toBe(403)
  })

  it('requires an existing project and flag, and a target', async () => {
    expect(await move('nope')).toMatchObject({
      status: 404,
      body: { message: 'Active project with id nope does not exist' },
    })
    expect((await move('same', { from: 'same' })).status).toBe(404)
    expect((await move([7])).status).toBe(400)
    expect((await move('default')).status).toBe(200)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect((await move('same')).status).toBe(400)
  })
})
