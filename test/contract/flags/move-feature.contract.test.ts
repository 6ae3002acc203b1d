import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addProject } from '../../support/projects.ts'
import { BACKEND, startBackend, type TestBackend } from '../../support/start-backend.ts'

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
  await app.call('POST', '/api/admin/projects/default/features', { body: { name: flag } })
})
afterAll(() => app.stop())

const move = (newProjectId: unknown, { from = 'default', as = '' } = {}) =>
  app.call('POST', `/api/admin/projects/${from}/features/${flag}/changeProject`, {
    body: { newProjectId },
    ...(as ? { as } : {}),
  })
const read = (project: string) => app.call('GET', `/api/admin/projects/${project}/features/${flag}`)

describe('moving a flag to another project', () => {
  it('takes everything that hangs on it along, and back', async () => {
    const path = `/api/admin/projects/default/features/${flag}`
    await app.call('POST', `${path}/environments/development/on`)
    await app.call('POST', `${path}/link`, { body: { url: 'example.com' } })
    const before = (await read('default')).body as object
    expect(await move('same')).toMatchObject({ status: 200, text: '' })
    expect((await read('default')).status).toBe(404)
    const { body: moved } = await read('same')
    expect(moved).toEqual({ ...before, project: 'same' })
    const client = await app.call('GET', `/api/client/features/${flag}`, { token: BACKEND })
    expect(client.status, 'the token opens the project default alone').toBe(404)
    expect((await move('default', { from: 'same' })).status).toBe(200)
    expect((await read('default')).body).toEqual(before)
    const events = await app.call('GET', '/api/admin/search/events?type=IS:feature-project-change&limit=1')
    expect(events.body).toMatchObject({
      events: [{ project: 'default', data: { oldProject: 'same', newProject: 'default' } }],
    })
  })

  it.each(['fewer', 'others'])('needs the very same environments: not those of %s', async (target) => {
    expect(await move(target)).toMatchObject({
      status: 403,
      body: { name: 'IncompatibleProjectError', message: `${target} is not a compatible target` },
    })
    expect((await read('default')).status).toBe(200)
  })

  it('needs the permission in both', async () => {
    expect(await move('same', { as: 'owner' })).toMatchObject({
      status: 403,
      body: { permissions: ['MOVE_FEATURE_TOGGLE'] },
    })
    await move('same')
    expect((await move('default', { from: 'same', as: 'owner' })).status).toBe(403)
  })

  it('is refused while flags depend on each other', async () => {
    await app.call('POST', '/api/admin/projects/default/features', { body: { name: `${flag}-child` } })
    await app.call('POST', `/api/admin/projects/default/features/${flag}-child/dependencies`, {
      body: { feature: flag },
    })
    expect(await move('same')).toMatchObject({
      status: 403,
      body: { message: 'Changing project not allowed. Feature has dependencies.' },
    })
  })

  it('is refused while it uses a segment of its project', async () => {
    const { body } = await app.call('POST', '/api/admin/segments', {
      body: { name: `segment-${flag}`, project: 'default', constraints: [] },
    })
    await app.call(
      'POST',
      `/api/admin/projects/default/features/${flag}/environments/development/strategies`,
      {
        body: { name: 'default', segments: [(body as { id: number }).id] },
      },
    )
    expect((await move('same')).status).toBe(403)
  })

  it('wants a project that is there, a flag that is, and to be told where to', async () => {
    expect(await move('nope')).toMatchObject({
      status: 404,
      body: { message: 'Active project with id nope does not exist' },
    })
    expect((await move('same', { from: 'same' })).status).toBe(404)
    expect((await move(7)).status).toBe(400)
    expect((await move('default')).status).toBe(200)
    await app.call('DELETE', `/api/admin/projects/default/features/${flag}`)
    expect((await move('same')).status).toBe(400)
  })
})
