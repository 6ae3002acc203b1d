import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { getProfile, getUserRoles } from '#shared/access/contract/profile.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'anna', roles: ['Admin'] },
      { username: 'member', roles: ['Viewer', 'Member'] },
      { username: 'roleless' },
    ],
  })
  for (const project of ['other', 'gone']) await addProject(app, project)
  await app.backend.store.transaction(async (queries) => {
    await queries
      .updateTable('projects')
      .set({ archived_at: app.clock.now().toISOString() })
      .where('id', '=', 'gone')
      .execute()
    const { id: userId } = await queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'member')
      .executeTakeFirstOrThrow()
    const { role_id } = await queries
      .selectFrom('user_roles')
      .select('role_id')
      .where('user_id', '=', userId)
      .where('project', '=', 'default')
      .executeTakeFirstOrThrow()
    const created_at = app.clock.now().toISOString()
    await queries
      .insertInto('user_roles')
      .values(['other', 'gone'].map((project) => ({ user_id: userId, role_id, project, created_at })))
      .execute()
  })
  // reload the access directory
  await app.call(createUser, { body: { username: 'x', rootRole: 3 } })
})
afterAll(() => app.stop())

const roles = async (as: string, query = '') => {
  const { body } = await app.call('GET', `/api/admin/user/roles${query}`, { as })
  return (body as { roles: { name: string; project: string | null }[] }).roles.map(({ name, project }) => [
    name,
    project,
  ])
}

describe('the profile', () => {
  it.each([
    ['anna', { id: 1, name: 'Admin' }, ['default']],
    ['member', { id: 3, name: 'Viewer' }, ['default', 'other']],
  ])('of %s has the root role and the projects', async (as, rootRole, projects) => {
    expect((await app.call(getProfile, { as })).body).toMatchObject({
      rootRole,
      projects,
      subscriptions: [],
      features: [],
    })
  })

  it('exists for users only', async () => {
    expect(await app.call(getProfile)).toMatchObject({
      status: 400,
      body: { details: [{ message: 'User id is missing in request user object' }] },
    })
    expect((await app.call(getProfile, { as: 'roleless' })).status).toBe(400)
  })
})

describe('the caller’s own roles', () => {
  it('apply everywhere or in a project', async () => {
    expect(await roles('member')).toEqual([
      ['Viewer', null],
      ['Member', 'default'],
      ['Member', 'gone'],
      ['Member', 'other'],
    ])
  })

  it('of a project include the root role', async () => {
    expect(await roles('anna', '?projectId=default')).toEqual([['Admin', 'default']])
    expect(await roles('member', '?projectId=other')).toEqual([
      ['Viewer', 'other'],
      ['Member', 'other'],
    ])
    expect(await roles('roleless', '?projectId=other')).toEqual([])
  })

  it('exist for users only', async () => {
    expect((await app.call(getUserRoles)).status).toBe(400)
  })
})
