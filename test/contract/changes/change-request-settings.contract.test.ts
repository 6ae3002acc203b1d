import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'owner', roles: ['Viewer', 'Owner'] },
      { username: 'reader', roles: ['Viewer'], permissions: [{ permission: 'PROJECT_CHANGE_REQUEST_READ' }] },
      {
        username: 'writer',
        roles: ['Viewer'],
        permissions: [{ permission: 'PROJECT_CHANGE_REQUEST_WRITE' }],
      },
    ],
  })
  await addProject(app, 'other', ['development'])
})
afterAll(() => app.stop())

const as = (user?: string) => (user === undefined ? {} : { as: user })
const read = (user?: string, project = 'default') =>
  app.call(getProjectChangeRequestConfig, { params: { projectId: project }, ...as(user) })
const write = (body: unknown, user?: string, at = 'default/environments/production') =>
  app.call('PUT', `/api/admin/projects/${at}/change-requests/config`, { body, ...as(user) })
const inProduction = async () => (await read()).body.find((one) => one.environment === 'production')
const eventsOf = async () => {
  const { body } = await app.call(searchEvents, {
    query: { type: 'IS:change-request-configuration-updated' },
  })
  return body
}

describe('the change request settings', () => {
  it('list every environment of the project', async () => {
    expect((await read()).body).toEqual([
      {
        environment: 'development',
        type: 'development',
        changeRequestEnabled: false,
        requiredApprovals: null,
      },
      { environment: 'production', type: 'production', changeRequestEnabled: false, requiredApprovals: null },
    ])
    expect((await read(undefined, 'other')).body).toHaveLength(1)
  })

  it.each([
    [{ changeRequestsEnabled: true }, 1],
    [{ changeRequestsEnabled: true, requiredApprovals: 3 }, 3],
    // omitted properties are kept
    [{ changeRequestsEnabled: true }, 3],
    [{ changeRequestsEnabled: true, requiredApprovals: 0 }, 1],
    [{ changeRequestsEnabled: true, requiredApprovals: 11 }, 10],
    [{ changeRequestsEnabled: false, requiredApprovals: 4 }, null],
    [{ changeRequestsEnabled: true }, 1],
  ])('with %j require %j approvals', async (body, requiredApprovals) => {
    expect(await write(body)).toMatchObject({ status: 200, text: '' })
    expect(await inProduction()).toMatchObject({
      changeRequestEnabled: requiredApprovals !== null,
      requiredApprovals,
    })
  })

  it('are readable, where they are on, to everybody who sees the project', async () => {
    const environments = async () => {
      const { body } = await app.call(getProjectOverview, { params: { projectId: 'default' }, as: 'reader' })
      return body.environments
    }
    await write({ changeRequestsEnabled: true })
    expect(await environments()).toEqual([
      { environment: 'development' },
      { environment: 'production', changeRequestsEnabled: true },
    ])
    await write({ changeRequestsEnabled: false })
    expect(await environments()).toEqual([{ environment: 'development' }, { environment: 'production' }])
    await write({ changeRequestsEnabled: true })
  })

  it('write an event with before and after', async () => {
    await write({ changeRequestsEnabled: false })
    const { total } = await eventsOf()
    await write({ changeRequestsEnabled: true, requiredApprovals: 2 })
    await write({ changeRequestsEnabled: true, requiredApprovals: 2 })
    const after = await eventsOf()
    expect(after.total).toBe(total + 1)
    expect(after.events[0]).toMatchObject({
      environment: 'production',
      data: { changeRequestsEnabled: true, requiredApprovals: 2 },
      preData: { changeRequestsEnabled: false, requiredApprovals: null },
    })
  })

  it('have the number of approvals that the environment sets', async () => {
    const setOwn = (required_approvals: number | null) =>
      app.backend.store.queries
        .updateTable('environments')
        .set({ required_approvals })
        .where('name', '=', 'production')
        .execute()
    await setOwn(4)
    await write({ changeRequestsEnabled: true, requiredApprovals: 1 })
    expect(await inProduction()).toMatchObject({ requiredApprovals: 4 })
    await setOwn(null)
  })

  it('need one permission to read and another to write, both included in Update project', async () => {
    const body = { changeRequestsEnabled: true }
    const statuses = async (user: string) => [(await read(user)).status, (await write(body, user)).status]
    expect(await statuses('owner')).toEqual([200, 200])
    expect(await statuses('reader')).toEqual([200, 403])
    expect(await statuses('writer')).toEqual([403, 200])
    expect((await write(body, 'writer', 'other/environments/development')).status).toBe(403)
    expect((await write(body, 'reader')).body).toMatchObject({
      name: 'PermissionError',
      permissions: ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'],
    })
  })

  it.each([
    [{}, '/body/changeRequestsEnabled'],
    [{ changeRequestsEnabled: 'yes' }, '/body/changeRequestsEnabled'],
    [{ changeRequestsEnabled: true, requiredApprovals: -1 }, '/body/requiredApprovals'],
    [{ changeRequestsEnabled: true, requiredApprovals: 1.5 }, '/body/requiredApprovals'],
  ])('reject %j', async (body, path) => {
    expect(await write(body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  it('need an existing project, and an environment of it', async () => {
    const body = { changeRequestsEnabled: true }
    expect(await read(undefined, 'nope')).toMatchObject({
      status: 404,
      body: { message: 'No project found' },
    })
    expect(await write(body, undefined, 'nope/environments/production')).toMatchObject({
      status: 404,
      body: { message: 'Active project with id nope does not exist' },
    })
    expect(await write(body, undefined, 'other/environments/production')).toMatchObject({
      status: 404,
      body: { message: 'Could not find environment production in project other' },
    })
  })
})
