import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getAccessOverview,
  getServiceAccountPermissions,
  getUserPermissions,
} from '#shared/access/contract/access-overview.ts'

const [EDITOR, OWNER, MEMBER] = [2, 4, 5]
let app: TestBackend
let robot: number
let group: number

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: 'grouped', roles: ['Viewer'] },
      { username: 'raised', roles: ['Viewer'] },
      { username: '=1+1', roles: ['Viewer'] },
      { username: 'robot', roles: ['Viewer'] },
    ],
  })
  await addProject(app, 'other')
  await addProject(app, 'third')
  robot = await userIdOf(app, 'robot')
  await app.backend.store.queries
    .updateTable('users')
    .set({ kind: 'service-account' })
    .where('id', '=', robot)
    .execute()
  group = await addGroup(app, 'Release, managers', { members: ['grouped'] })
  await addGroup(app, 'Editors', { rootRoleId: EDITOR, members: ['raised'] })
  await giveAccess(app, 'other', { roles: [OWNER], groups: [group] })
  await giveAccess(app, 'third', { roles: [MEMBER], users: [await userIdOf(app, 'grouped'), robot] })
})
afterAll(() => app.stop())

interface Judged {
  name: string
  hasPermission: boolean
  environment?: string
}
interface Permissions {
  overview: { root: Judged[]; project: Judged[]; environment: Judged[] }
  user: { username: string }
  rootRole: { name: string } | null
  projectRoles: { name: string; project: string; permissions: object[] }[]
}
const permissionsOf = async (username: string, place = '') => {
  const answer = await app.call(
    'GET',
    `/api/admin/user-admin/${await userIdOf(app, username)}/permissions${place}`,
  )
  return answer.body as Permissions
}
const held = (judged: Judged[]) => judged.filter((one) => one.hasPermission).map((one) => one.name)

describe('the access overview', () => {
  it('lists every user with root role, groups, projects and last activity', async () => {
    const { status, body } = await app.call(getAccessOverview)
    expect(status).toBe(200)
    const { overview } = body
    const of = (name: string) => overview.find((one) => one.userName === name)
    expect(of('admin')).toMatchObject({
      rootRole: 'Admin',
      accessibleProjects: ['default', 'other', 'third'],
    })
    expect(of('viewer')).toEqual({
      userId: await userIdOf(app, 'viewer'),
      userName: 'viewer',
      userEmail: '',
      rootRole: 'Viewer',
      groups: [],
      accessibleProjects: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      lastSeen: null,
    })
    expect(of('editor')).toMatchObject({ rootRole: 'Editor', accessibleProjects: ['default'] })
    expect(of('grouped')).toMatchObject({
      rootRole: 'Viewer',
      groups: ['Release, managers'],
      accessibleProjects: ['other', 'third'],
    })
    expect(of('raised')).toMatchObject({
      rootRole: 'Viewer',
      groups: ['Editors'],
      accessibleProjects: ['default'],
    })
    expect(of('robot')).toMatchObject({ accessibleProjects: ['third'] })
  })

  it('is CSV where the caller accepts it, without a formula in any cell', async () => {
    const { status, text, headers } = await app.call(getAccessOverview, { headers: { accept: 'text/csv' } })
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename="access-overview.csv"')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      'userId,userName,userEmail,accountType,rootRole,groups,accessibleProjects,createdAt,lastSeen',
    )
    expect(lines.find((line) => line.includes('grouped'))).toContain(
      ',grouped,,User,Viewer,"Release, managers","other, third",',
    )
    expect(lines.find((line) => line.includes('=1+1'))).toContain(",'=1+1,")
    expect(lines).toHaveLength(9)
  })

  it('is JSON otherwise, and for Admins only', async () => {
    const json = await app.call(getAccessOverview, { headers: { accept: 'application/json, */*' } })
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await app.call(getAccessOverview, { as: 'editor' })).status).toBe(403)
  })
})

describe('the permissions of one account', () => {
  it('are computed permission by permission, as decisions are', async () => {
    const { overview, user, rootRole, projectRoles } = await permissionsOf('editor')
    expect([user.username, rootRole?.name, projectRoles]).toEqual(['editor', 'Editor', []])
    expect(held(overview.root)).toContain('CREATE_SEGMENT')
    expect(held(overview.root)).not.toContain('ADMIN')
    expect(held(overview.project)).toContain('CREATE_FEATURE')
    expect(overview.environment).toEqual([])
    const elsewhere = await permissionsOf('editor', '?project=other&environment=production')
    expect(held(elsewhere.overview.project)).toEqual([])
    expect(held(elsewhere.overview.environment)).toEqual([])
    expect(elsewhere.overview.environment[0]).toMatchObject({ environment: 'production' })
    const home = await permissionsOf('editor', '?project=default&environment=production')
    expect(held(home.overview.environment)).toContain('UPDATE_FEATURE_ENVIRONMENT')
    expect(held(home.overview.environment)).not.toContain('SKIP_CHANGE_REQUEST')
  })

  it('include those of its groups', async () => {
    const { overview, projectRoles } = await permissionsOf('grouped', '?project=other')
    expect(held(overview.project)).toContain('DELETE_PROJECT')
    expect(projectRoles.map(({ name, project }) => [name, project])).toEqual([['Owner', 'other']])
    const all = await permissionsOf('grouped')
    expect(all.projectRoles.map(({ name, project }) => [name, project])).toEqual([
      ['Member', 'third'],
      ['Owner', 'other'],
    ])
    expect(held((await permissionsOf('admin', '?project=third')).overview.project)).toHaveLength(22)
    expect(held((await permissionsOf('viewer')).overview.project)).toEqual([])
  })

  it('are requested for a service account at its own path', async () => {
    const { status, body } = await app.call(getServiceAccountPermissions, { params: { id: robot } })
    expect([status, body.projectRoles[0]?.name]).toEqual([200, 'Member'])
    const other = await app.call(getUserPermissions, { params: { id: robot } })
    expect(other).toMatchObject({ status: 404, body: { message: 'No user found' } })
    const person = await app.call(getServiceAccountPermissions, { params: { id: '1' } })
    expect(person).toMatchObject({ status: 404, body: { message: 'No service account found' } })
  })

  it.each([
    ['user-admin/1/permissions?project=nope', '/query/project', 'Project=nope does not exist'],
    ['user-admin/1/permissions?environment=nope', '/query/environment', 'Environment=nope does not exist'],
    ['service-account/x/permissions', '/params/id', 'must be integer'],
  ])('are rejected for %s', async (path, at, message) => {
    const { status, body } = await app.call('GET', `/api/admin/${path}`)
    expect([status, (body as { details: object[] }).details[0]]).toMatchObject([
      400,
      { path: at, message: expect.stringContaining(message) as string },
    ])
  })
})
