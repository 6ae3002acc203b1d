import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createRole } from '#shared/access/contract/roles.ts'

/** Contract 6: the access to a project, one role at a time. */
const [OWNER, MEMBER, READER] = [4, 5, 6]
const NOBODY = 9999
let app: TestBackend
let count = 0
let project = ''
let base = ''
let ann = 0
let keeper = 0

beforeAll(async () => {
  app = await startBackend({
    contract: '6',
    users: ['ann', 'bob', 'keeper'].map((username) => ({ username, roles: ['Viewer'] })),
  })
  ann = await userIdOf(app, 'ann')
  keeper = await userIdOf(app, 'keeper')
})
beforeEach(async () => {
  project = `project-${count++}`
  base = `/api/admin/projects/${project}`
  await addProject(app, project)
})
afterAll(() => app.stop())

interface Access {
  users: { id: number; roles: number[] }[]
  groups: { id: number; roles: number[] }[]
  roles: { id: number }[]
}
const read = async () => (await app.call('GET', `${base}/access`)).body as Access
const rolesOfUser = async () => (await read()).users.find(({ id }) => id === ann)?.roles.sort() ?? []
const rolesOfGroup = async (group: number) =>
  (await read()).groups.find(({ id }) => id === group)?.roles ?? []
const ofUser = (method: string, user: number | string, role: number | string, as?: string) =>
  app.call(method, `${base}/users/${user}/roles/${role}`, as ? { as } : {})
const ofGroup = (method: string, group: number | string, role: number | string) =>
  app.call(method, `${base}/groups/${group}/roles/${role}`)
const newestEvent = async () => {
  const { body } = await app.call(searchEvents, { query: { project: `IS:${project}`, limit: '1' } })
  return body.events[0]
}
const detailOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details[0]
const mayCreate = async (as: string) =>
  (await app.call('POST', `${base}/features`, { body: { name: `${project}-${as}-${count++}` }, as }))
    .status === 201

describe('the users of a project', () => {
  it('are those with access, with the available roles', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    await giveAccess(app, project, { roles: [MEMBER], users: [ann], groups: [group] })
    const { status, body } = await app.call('GET', `${base}/users`)
    const { users, roles } = await read()
    expect(status).toBe(200)
    expect(body).toEqual({ users, roles })
    expect(users).toMatchObject([{ id: ann, username: 'ann', roleId: MEMBER, roles: [MEMBER] }])
  })

  it('are 404 for an unknown project', async () => {
    expect((await app.call('GET', '/api/admin/projects/nope/users')).status).toBe(404)
  })
})

describe('granting a role to users and groups', () => {
  const give = (role: number | string, body: object) =>
    app.call('POST', `${base}/role/${role}/access`, { body })

  it('adds it at once to their roles, with the current events', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    await giveAccess(app, project, { roles: [READER], users: [ann] })
    expect([await mayCreate('ann'), await mayCreate('bob')]).toEqual([false, false])
    const answer = await give(MEMBER, { users: [{ id: ann }], groups: [{ id: group }] })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await rolesOfUser()).toEqual([MEMBER, READER])
    expect(await rolesOfGroup(group)).toEqual([MEMBER])
    expect([await mayCreate('ann'), await mayCreate('bob')]).toEqual([true, true])
  })

  it('writes one event with its author', async () => {
    await give(MEMBER, { users: [{ id: ann }], groups: [] })
    expect(await newestEvent()).toMatchObject({
      type: 'project-access-added',
      data: { roles: [MEMBER], users: [ann], groups: [] },
    })
  })

  it.each<[number | string, object, string, string]>([
    [1, { users: [], groups: [] }, '/params/roleId', 'These roles are not valid: 1'],
    [NOBODY, { users: [], groups: [] }, '/params/roleId', 'not valid: 9999'],
    [
      'x',
      { users: [], groups: [] },
      '/params/roleId',
      'The `/params/roleId` property must be integer. You sent "x".',
    ],
    [MEMBER, { users: [{ id: NOBODY }], groups: [] }, '/body/users/0', 'Could not find user with id: 9999'],
    [MEMBER, { users: [], groups: [{ id: 'x' }] }, '/body/groups/0/id', 'must be number'],
    [MEMBER, { users: [] }, '/body/groups', 'is required'],
  ])('rejects role %j with %j, and names the field', async (role, body, path, message) => {
    const answer = await give(role, body)
    expect(answer.status).toBe(400)
    expect(detailOf(answer.body)?.path).toBe(path)
    expect(detailOf(answer.body)?.message).toContain(message)
    expect((await read()).users).toEqual([])
  })

  it('requires an existing project', async () => {
    const body = { users: [], groups: [] }
    expect((await app.call('POST', '/api/admin/projects/nope/role/5/access', { body })).status).toBe(404)
  })
})

describe('a role of a user', () => {
  it('is added by POST, replaced by PUT, and removed by DELETE', async () => {
    expect((await ofUser('POST', ann, READER)).status).toBe(200)
    expect((await ofUser('POST', ann, MEMBER)).text).toBe('')
    expect(await rolesOfUser()).toEqual([MEMBER, READER])
    expect((await ofUser('POST', ann, MEMBER)).status).toBe(200)
    expect(await rolesOfUser()).toEqual([MEMBER, READER])

    expect((await ofUser('PUT', ann, OWNER)).status).toBe(200)
    expect(await rolesOfUser()).toEqual([OWNER])
    expect(await newestEvent()).toMatchObject({
      type: 'project-access-user-roles-updated',
      data: { userId: ann, roles: [OWNER] },
    })

    await ofUser('POST', ann, READER)
    expect((await ofUser('DELETE', ann, OWNER)).status).toBe(200)
    expect(await rolesOfUser()).toEqual([READER])
    expect((await ofUser('DELETE', ann, OWNER)).status).toBe(200)
    expect(await rolesOfUser()).toEqual([READER])
    expect((await ofUser('DELETE', ann, READER)).status).toBe(200)
    expect((await read()).users).toEqual([])
    expect(await newestEvent()).toMatchObject({
      type: 'project-access-user-roles-deleted',
      preData: { userId: ann, roles: [READER] },
    })
  })

  it('takes effect at once', async () => {
    expect(await mayCreate('ann')).toBe(false)
    await ofUser('POST', ann, MEMBER)
    expect(await mayCreate('ann')).toBe(true)
    await ofUser('DELETE', ann, MEMBER)
    expect(await mayCreate('ann')).toBe(false)
  })

  it.each(['POST', 'PUT', 'DELETE'])('requires an existing user and project: %s', async (method) => {
    expect(await ofUser(method, NOBODY, MEMBER)).toMatchObject({
      status: 404,
      body: { message: 'No user found' },
    })
    expect((await app.call(method, `/api/admin/projects/nope/users/${ann}/roles/5`)).status).toBe(404)
    const answer = await ofUser(method, 'x', MEMBER)
    expect([answer.status, detailOf(answer.body)?.path]).toEqual([400, '/params/userId'])
  })

  it.each(['POST', 'PUT'])('must be a project role: %s', async (method) => {
    const answer = await ofUser(method, ann, 1)
    expect([answer.status, detailOf(answer.body)?.path]).toEqual([400, '/params/roleId'])
  })

  it('cannot be granted by a user without it', async () => {
    const made = await app.call(createRole, {
      body: {
        name: `keeper-${count}`,
        description: '',
        permissions: [{ name: 'PROJECT_USER_ACCESS_WRITE' }],
      },
    })
    const { roles } = made.body
    await giveAccess(app, project, { roles: [roles.id], users: [keeper] })
    for (const method of ['POST', 'PUT']) {
      const answer = await ofUser(method, ann, OWNER, 'keeper')
      expect(answer).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } })
      expect((answer.body as { details: { path?: string }[] }).details[1]?.path).toBe('/params/roleId')
    }
    expect((await read()).users.map(({ id }) => id)).toEqual([keeper])
    expect((await ofUser('POST', ann, roles.id, 'keeper')).status).toBe(200)
  })
})

describe('a role of a group', () => {
  it('is replaced by PUT, and removed by DELETE', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    await giveAccess(app, project, { roles: [READER], groups: [group] })
    expect((await ofGroup('PUT', group, MEMBER)).status).toBe(200)
    expect(await rolesOfGroup(group)).toEqual([MEMBER])
    expect(await mayCreate('bob')).toBe(true)
    await giveAccess(app, project, { roles: [READER], groups: [group] })
    expect((await ofGroup('DELETE', group, MEMBER)).status).toBe(200)
    expect(await rolesOfGroup(group)).toEqual([READER])
    expect(await mayCreate('bob')).toBe(false)
    expect(await newestEvent()).toMatchObject({ type: 'project-access-group-roles-updated' })
    await ofGroup('DELETE', group, READER)
    expect((await read()).groups).toEqual([])
  })

  it('is rejected for a group with a root role', async () => {
    const group = await addGroup(app, `${project}-group`, { rootRoleId: 2 })
    const { status, body } = await ofGroup('PUT', group, MEMBER)
    expect([status, detailOf(body)?.path]).toEqual([400, '/params/groupId'])
  })

  it.each(['PUT', 'DELETE'])('requires an existing group: %s', async (method) => {
    expect((await ofGroup(method, NOBODY, MEMBER)).status).toBe(404)
    expect((await ofGroup(method, 'x', MEMBER)).status).toBe(400)
  })
})
