import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { assignRole } from '#domains/access/access/access.store.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getGroup,
  deleteGroup,
  getGroups,
  deleteScimGroups,
  updateGroup,
} from '#shared/access/contract/groups.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

const GROUPS = '/api/admin/groups'
const [ADMIN_ROLE, EDITOR, VIEWER, MEMBER] = [1, 2, 3, 5]
const UNKNOWN = 9999
interface Group {
  id: number
  name: string
  users: { user: { id: number }; joinedAt: string; createdBy: string | null }[]
}
let app: TestBackend
let ids: Record<'ann' | 'bob', number>
let count = 0
let name: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Viewer'] },
      { username: 'bob', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
    ],
  })
  await addProject(app, 'shop')
  const rows = await app.backend.store.queries.selectFrom('users').select(['id', 'username']).execute()
  ids = Object.fromEntries(rows.map((row) => [row.username, row.id])) as typeof ids
})
beforeEach(() => {
  name = `group-${count++}`
})
afterAll(() => app.stop())

const member = (id: number) => ({ user: { id } })
const post = (body: unknown, as?: string) => app.call('POST', GROUPS, { body, ...(as ? { as } : {}) })
const create = async (body: object = {}) => (await post({ name, ...body })).body as Group
const put = (id: number, body: unknown) => app.call('PUT', `${GROUPS}/${id}`, { body })
const get = async (id: number) => (await app.call(getGroup, { params: { groupId: id } })).body
const remove = (id: number | string) => app.call(deleteGroup, { params: { groupId: id } })
const membersOf = (group: Group) => group.users.map(({ user }) => user.id)
const detailsOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details
const latestEvent = async (type: string) => {
  const { body } = await app.call(searchEvents, { query: { type: `IS:${type}`, limit: '1' } })
  return body.events[0]
}
/** Gives a group the project role Member in `shop`, as the page of the project's access does. */
const addToShop = (id: number) =>
  app.backend.store.queries
    .insertInto('group_roles')
    .values({ group_id: id, role_id: MEMBER, project: 'shop', created_at: '2026-11-21T12:00:00.000Z' })
    .execute()
/** A deed that only root Editors and Admins may do, and one that only members of `shop` may. */
const mayCreateSegment = async (as: string) =>
  (await app.call(createSegment, { as, body: { name, constraints: [] } })).status !== 403
const mayCreateFlag = async (as: string) =>
  (await app.call(createFeature, { params: { projectId: 'shop' }, as, body: { name } })).status !== 403

describe('creating a group', () => {
  it('returns it with its members', async () => {
    const body = {
      name,
      description: 'All of them',
      mappingsSSO: ['oidc-a', 'oidc-a'],
      users: [member(ids.ann)],
    }
    const answer = await post(body)
    const group = answer.body as Group
    expect(answer.headers['location']).toBe(`groups/${group.id}`)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name,
        description: 'All of them',
        createdAt: '2026-11-21T12:00:00.000Z',
        createdBy: 'admin',
        mappingsSSO: ['oidc-a'],
        rootRole: null,
        scimId: null,
        projects: [],
        userCount: 1,
        users: [
          {
            user: { id: ids.ann, username: 'ann', accountType: 'User' },
            joinedAt: '2026-11-21T12:00:00.000Z',
            createdBy: 'admin',
          },
        ],
      },
    })
    expect(await get(group.id)).toEqual(group)
    expect(await latestEvent('group-created')).toMatchObject({
      data: { id: group.id, name, users: [ids.ann] },
      createdBy: 'admin',
    })
  })

  it('requires only a name', async () => {
    expect(await create()).toMatchObject({ description: null, mappingsSSO: [], users: [], userCount: 0 })
  })

  it('adds a member named twice only once', async () => {
    expect(membersOf(await create({ users: [member(ids.bob), member(ids.bob)] }))).toEqual([ids.bob])
  })

  it.each([
    [{ name: '' }, 'Group name cannot be empty', '/body/name'],
    [{ name: '   ' }, 'Group name cannot be empty', '/body/name'],
    [{}, 'The `/body/name` property is required. It was not present on the data you sent.', '/body/name'],
    [{ rootRole: UNKNOWN }, `Could not find rootRole=${UNKNOWN}`, '/body/rootRole'],
    [{ rootRole: MEMBER }, `rootRole=${MEMBER} is a role of projects, not a root role`, '/body/rootRole'],
    [{ users: [member(1), member(UNKNOWN)] }, `There is no user with id ${UNKNOWN}`, '/body/users/1/user/id'],
    [{ users: [{ id: 1 }] }, 'The `/body/users/0/user` property is required.', '/body/users/0/user'],
    [{ mappingsSSO: [''] }, 'must NOT have fewer than 1 characters', '/body/mappingsSSO/0'],
  ])('refuses %j', async (body, message, path) => {
    const answer = await post(Object.keys(body).length === 0 || 'name' in body ? body : { name, ...body })
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)[0]).toMatchObject({
      message: expect.stringContaining(message) as string,
      path,
    })
    const { body: all } = await app.call(getGroups)
    expect(all.groups.map((group) => group.name)).not.toContain(name)
  })

  it('requires a unique name', async () => {
    await create()
    expect(await post({ name: ` ${name} ` })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: 'Group name already exists' },
    })
  })
})

describe('reading groups', () => {
  it('is open to every signed-in user, sorted by name, with projects', async () => {
    const { id } = await create({ users: [member(ids.bob)] })
    await addToShop(id)
    const { status, body } = await app.call(getGroups, { as: 'bob' })
    const { groups } = body
    expect(status).toBe(200)
    expect(groups.map((group) => group.name)).toEqual(groups.map((group) => group.name).sort())
    expect(groups.find((group) => group.id === id)).toMatchObject({ projects: ['shop'], userCount: 1 })
    expect(await app.call(getGroup, { params: { groupId: id }, as: 'bob' })).toMatchObject({ status: 200 })
  })

  it('returns no password', async () => {
    await create({ users: [member(1)] })
    expect((await app.call(getGroups)).text).not.toMatch(/password/i)
  })

  it('returns 404 for an unknown id and 400 for an invalid one', async () => {
    expect(await app.call(getGroup, { params: { groupId: UNKNOWN } })).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: `Could not find group with id ${UNKNOWN}` },
    })
    expect(await app.call(getGroup, { params: { groupId: 'abc' } })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'The `/params/groupId` property must be integer. You sent "abc".' }] },
    })
  })
})

describe('changing a group', () => {
  it('replaces all of it, and empties omitted properties', async () => {
    const { id } = await create({
      description: 'Old',
      mappingsSSO: ['a'],
      rootRole: VIEWER,
      users: [member(ids.ann)],
    })
    const answer = await put(id, { name: `${name}-new`, users: [member(ids.bob)] })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, name: `${name}-new`, description: null, mappingsSSO: [], rootRole: null, userCount: 1 },
    })
    expect(membersOf(answer.body as Group)).toEqual([ids.bob])
    expect(await latestEvent('group-updated')).toMatchObject({
      data: { name: `${name}-new`, users: [ids.bob] },
      preData: { name, rootRole: VIEWER, users: [ids.ann] },
    })
  })

  it('keeps when and by whom remaining members were added', async () => {
    const { id } = await create({ users: [member(ids.ann)] })
    await app.backend.store.queries
      .updateTable('group_users')
      .set({ created_by: 'SSO', joined_at: '2020-01-01T00:00:00.000Z' })
      .where('group_id', '=', id)
      .execute()
    await put(id, { name, users: [member(ids.ann), member(ids.bob)] })
    expect((await get(id)).users).toMatchObject([
      { user: { id: ids.ann }, joinedAt: '2020-01-01T00:00:00.000Z', createdBy: 'SSO' },
      { user: { id: ids.bob }, joinedAt: '2026-11-21T12:00:00.000Z', createdBy: 'admin' },
    ])
  })

  it('can keep its name, but not take the name of another group', async () => {
    const { id } = await create()
    const other = await post({ name: `${name}-other` })
    expect((await put(id, { name })).status).toBe(200)
    expect(await put((other.body as Group).id, { name })).toMatchObject({
      status: 409,
      body: { message: 'Group name already exists' },
    })
    expect((await put(UNKNOWN, { name: `${name}-x` })).status).toBe(404)
  })

  it('changes nothing when any part is rejected', async () => {
    const group = await create({ users: [member(ids.ann)] })
    expect((await put(group.id, { name: 'changed', users: [member(UNKNOWN)] })).status).toBe(400)
    expect(await get(group.id)).toEqual(group)
  })

  it('leaves the name and members of a SCIM group to SCIM', async () => {
    const { id } = await create({ users: [member(ids.ann)] })
    await app.backend.store.queries
      .updateTable('groups')
      .set({ scim_id: 's1' })
      .where('id', '=', id)
      .execute()
    const refusals = [
      await put(id, { name: 'x', users: [member(ids.ann)] }),
      await put(id, { name, users: [] }),
    ]
    expect(refusals.map(({ status, body }) => [status, detailsOf(body)[0]?.message])).toEqual([
      [400, 'Cannot update the name of a SCIM group'],
      [400, 'Cannot update users of a SCIM group'],
    ])
    expect((await put(id, { name, description: 'Ours', users: [member(ids.ann)] })).status).toBe(200)
    expect(await app.call(deleteScimGroups)).toMatchObject({ status: 200, text: '' })
    expect((await app.call(getGroup, { params: { groupId: id } })).status).toBe(404)
    expect(await latestEvent('scim-groups-deleted')).toMatchObject({ preData: { groups: [{ id, name }] } })
    expect((await app.call(deleteScimGroups)).status).toBe(200)
  })
})

describe('the permissions of a group', () => {
  it('are those of its root role, for its members, from the reply on', async () => {
    expect(await mayCreateSegment('ann')).toBe(false)
    const { id } = await create({ rootRole: EDITOR, users: [member(ids.ann)] })
    expect([await mayCreateSegment('ann'), await mayCreateSegment('bob')]).toEqual([true, false])
    await put(id, { name, rootRole: EDITOR, users: [member(ids.bob)] })
    expect([await mayCreateSegment('ann'), await mayCreateSegment('bob')]).toEqual([false, true])
    expect(await remove(id)).toMatchObject({ status: 200, text: '' })
    expect(await mayCreateSegment('bob')).toBe(false)
  })

  it('are united over all groups of a user', async () => {
    const one = await create({ rootRole: EDITOR, users: [member(ids.ann)] })
    const { body } = await post({ name: `${name}-two` })
    const two = body as Group
    await addToShop(two.id)
    await put(two.id, { name: two.name, users: [member(ids.ann)] })
    expect([await mayCreateSegment('ann'), await mayCreateFlag('ann')]).toEqual([true, true])
    await remove(one.id)
    expect([await mayCreateSegment('ann'), await mayCreateFlag('ann')]).toEqual([false, true])
    await remove(two.id)
    expect(await mayCreateFlag('ann')).toBe(false)
  })

  it('come from a root role or from project roles, never both', async () => {
    const { id } = await create()
    await addToShop(id)
    const answer = await put(id, { name, rootRole: EDITOR })
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)[0]).toMatchObject({
      message: 'A group with roles in projects cannot have a root role. Remove it from these first: shop',
      path: '/body/rootRole',
    })
  })
})

describe('deleting a group', () => {
  it('returns 200 also for an unknown group', async () => {
    const { id } = await create()
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    expect((await remove('abc')).status).toBe(400)
    expect(await latestEvent('group-deleted')).toMatchObject({ preData: { id, name } })
  })
})

describe('the last Admin', () => {
  it('is not removed by a change to the group that makes them Admin', async () => {
    const { id } = await create({ rootRole: ADMIN_ROLE, users: [member(ids.ann)] })
    await app.backend.store.queries
      .deleteFrom('user_roles')
      .where('user_id', '=', 1)
      .where('project', '=', '')
      .execute()
    const refused = { status: 403, body: { name: 'InvalidOperationError' } }
    expect(await put(id, { name, rootRole: ADMIN_ROLE, users: [] })).toMatchObject(refused)
    expect(await put(id, { name, rootRole: EDITOR, users: [member(ids.ann)] })).toMatchObject(refused)
    expect(await remove(id)).toMatchObject(refused)
    expect(membersOf(await get(id))).toEqual([ids.ann])
    await assignRole(app.backend.store.queries, { userId: 1, roleId: ADMIN_ROLE }, '2026-11-21T12:00:00.000Z')
    expect((await remove(id)).status).toBe(200)
  })
})

describe('the operations on groups', () => {
  it('are for Admins only', async () => {
    const { id } = await create()
    expect((await post({ name: 'x' }, 'editor')).status).toBe(403)
    expect((await app.call(deleteGroup, { params: { groupId: id }, as: 'editor' })).status).toBe(403)
    expect(
      (await app.call(updateGroup, { params: { groupId: id }, as: 'editor', body: { name: 'x' } })).status,
    ).toBe(403)
    expect((await app.call(deleteScimGroups, { as: 'editor' })).status).toBe(403)
  })
})
