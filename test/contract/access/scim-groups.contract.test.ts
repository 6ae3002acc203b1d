import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ScimGroup, ScimUser } from '#shared/access/schemas/scim.ts'
import { entra, okta } from './scim-requests.ts'
import { startScim, type ScimList, type ScimStage } from './scim-stage.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
let stage: ScimStage
let ada: ScimUser
let bob: ScimUser
let count = 0
let name: string

beforeAll(async () => {
  stage = await startScim()
  ada = await stage.newUser(okta.createUser('ada@example.com'))
  bob = await stage.newUser(entra.createUser('bob@example.com'))
})
beforeEach(() => {
  name = `team-${count++}`
})
afterAll(() => stage.app.stop())

const patch = (id: string, body: object) => stage.scim<ScimGroup>('PATCH', `/Groups/${id}`, body)
const membersOf = (group: ScimGroup) => group.members?.map(({ value }) => value)
const numberOf = (id: string) => Number(id.slice('group-'.length))
const inAdmin = async (id: string) =>
  (await stage.app.call('GET', `/api/admin/groups/${numberOf(id)}`)).body as {
    scimId: string | null
    rootRole: number | null
    users: { user: { username: string }; createdBy: string }[]
  }
const latestEvent = async (type: string) => {
  const { body } = await stage.app.call('GET', `/api/admin/search/events?type=IS:${type}&limit=1`)
  return (body as { events: Record<string, unknown>[] }).events[0]
}

describe('a group of Entra ID', () => {
  it('is searched by name without members, created, filled, emptied and renamed', async () => {
    const before = await stage.scim<ScimList<ScimGroup>>(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${name}"`)}`,
    )
    expect(before.body).toMatchObject({ totalResults: 0, Resources: [] })
    const group = await stage.newGroup(entra.createGroup(name))
    expect(group).toMatchObject({ displayName: name, members: [], externalId: expect.any(String) as string })
    const added = await patch(group.id, entra.addMembers(ada.id, bob.id))
    expect(added.status, added.text).toBe(200)
    expect(membersOf(added.body)).toEqual([ada.id, bob.id])
    expect(await inAdmin(group.id)).toMatchObject({
      scimId: group.id,
      users: [
        { user: { username: 'ada@example.com', scimId: ada.id }, createdBy: 'SCIM' },
        { user: { username: 'bob@example.com', scimId: bob.id }, createdBy: 'SCIM' },
      ],
    })
    expect(await latestEvent('group-updated')).toMatchObject({
      createdBy: 'SCIM',
      data: { name, scimId: group.id },
    })
    expect(membersOf((await patch(group.id, entra.removeMember(bob.id))).body)).toEqual([ada.id])
    expect((await patch(group.id, entra.renameGroup(`${name}-new`))).body).toMatchObject({
      displayName: `${name}-new`,
    })
  })
})

describe('a group that Okta pushes', () => {
  it('arrives with its members, and is changed by filters and as a whole', async () => {
    const group = await stage.newGroup(okta.createGroup(name, ada.id, bob.id))
    expect(group.members).toEqual([
      expect.objectContaining({ value: ada.id, display: 'Test User', type: 'User' }),
      expect.objectContaining({ value: bob.id }),
    ])
    expect(membersOf((await patch(group.id, okta.removeMember(ada.id))).body)).toEqual([bob.id])
    expect((await patch(group.id, okta.renameGroup(group.id, `${name}-b`))).body.displayName).toBe(
      `${name}-b`,
    )
    expect(membersOf((await patch(group.id, okta.replaceMembers(ada.id))).body)).toEqual([ada.id])
    const put = await stage.scim<ScimGroup>('PUT', `/Groups/${group.id}`, okta.createGroup(name, bob.id))
    expect(put.body).toMatchObject({ displayName: name, members: [{ value: bob.id }] })
    const byMember = await stage.find<ScimGroup>('/Groups', `members[value eq "${bob.id}"]`)
    expect(byMember.Resources.map(({ id }) => id)).toContain(group.id)
  })

  it('is deleted, and its members stay', async () => {
    const group = await stage.newGroup(okta.createGroup(name, ada.id))
    expect((await stage.scim('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect((await stage.scim('GET', `/Groups/${group.id}`)).status).toBe(404)
    expect((await stage.scim('GET', `/Users/${ada.id}`)).status).toBe(200)
    expect(await latestEvent('group-deleted')).toMatchObject({ createdBy: 'SCIM' })
  })

  it('with 5,000 members is accepted in one request and changed by 1,000 operations; one more member is rejected', async () => {
    const { store } = stage.app.backend
    await store.transaction(async (queries) => {
      for (let start = 0; start < 5000; start += 500)
        await queries
          .insertInto('users')
          .values(
            Array.from({ length: 500 }, (_, index) => ({
              username: `mass-${start + index}`,
              name: null,
              email: null,
              password_hash: null,
              login_attempts: 0,
              created_at: '2026-01-01T00:00:00.000Z',
              seen_at: null,
              scim_id: null,
              deactivated_at: null,
            })),
          )
          .execute()
    })
    const rows = await store.queries
      .selectFrom('users')
      .select('id')
      .where('username', 'like', 'mass-%')
      .execute()
    const members = rows.map(({ id }) => `user-${id}`)
    const group = await stage.newGroup(okta.createGroup(name, ...members))
    expect(group.members).toHaveLength(5000)
    const removed = await patch(group.id, {
      schemas: [PATCH],
      Operations: members.slice(0, 1000).map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
    })
    expect(removed.status, removed.text).toBe(200)
    expect(removed.body.members).toHaveLength(4000)
    const beyond = await patch(group.id, entra.addMembers(...members, ada.id))
    expect(beyond.status).toBe(400)
    expect(beyond.body).toMatchObject({ scimType: 'tooMany' })
    const list = await stage.scim('GET', '/Groups?excludedAttributes=members')
    expect(list.text).not.toContain('mass-')
  })
})

describe('an existing group', () => {
  it('is taken over with its roles, and its name and members are then read-only', async () => {
    const { app } = stage
    const made = await app.call('POST', '/api/admin/groups', {
      body: { name, mappingsSSO: ['sso'] },
    })
    const { id } = made.body as { id: number }
    const found = (await stage.find<ScimGroup>('/Groups', `displayName eq "${name}"`)).Resources[0]
    expect(found?.id).toBe(`group-${id}`)
    await patch(`group-${id}`, entra.addMembers(ada.id))
    expect(await inAdmin(`group-${id}`)).toMatchObject({
      rootRole: null,
      mappingsSSO: ['sso'],
      scimId: `group-${id}`,
    })
    const users = [{ user: { id: Number(ada.id.slice(5)) } }]
    const put = (body: object) =>
      app.call('PUT', `/api/admin/groups/${id}`, { body: { name, users, ...body } })
    expect((await put({ description: 'ours' })).status).toBe(200)
    expect((await put({ name: 'other' })).status).toBe(400)
    expect((await put({ users: [] })).status).toBe(400)
  })

  it('with a root role is left to Admins, but for members who leave', async () => {
    const { app, scim } = stage
    const eve = await stage.newUser(okta.createUser(`eve-${name}@example.com`))
    const group = await stage.newGroup({ displayName: name, members: [{ value: ada.id }] })
    const numeric = Number(group.id.slice('group-'.length))
    const put = (body: object) => app.call('PUT', `/api/admin/groups/${numeric}`, { body: { name, ...body } })
    const users = [{ user: { id: Number(ada.id.slice(5)) } }]
    expect((await put({ users, rootRole: 1 })).status).toBe(200)
    const members = [{ value: ada.id }, { value: eve.id }]
    for (const answer of [
      await scim('PATCH', `/Groups/${group.id}`, entra.addMembers(eve.id)),
      await scim('PUT', `/Groups/${group.id}`, { displayName: name, members }),
      await scim('PUT', `/Groups/${group.id}`, { displayName: 'other', members: [{ value: ada.id }] }),
      await scim('DELETE', `/Groups/${group.id}`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.detail).toContain('has a root role')
    }
    expect(
      (await scim('PUT', `/Groups/${group.id}`, { displayName: name, members: [{ value: ada.id }] })).status,
    ).toBe(200)
    expect((await scim('PATCH', `/Groups/${group.id}`, okta.removeMember(ada.id))).status).toBe(200)
    // Admins decide who is in it
    const both = [...users, { user: { id: Number(eve.id.slice(5)) } }]
    expect((await put({ users: both, rootRole: 1 })).status).toBe(200)
    await put({ users: both })
    expect((await scim('PATCH', `/Groups/${group.id}`, okta.removeMember(eve.id))).status).toBe(200)
  })

  it('keeps the last Admin in it', async () => {
    const other = await startScim()
    const { app } = other
    const chief = await other.newUser(okta.createUser('chief@example.com'))
    const users = [{ user: { id: Number(chief.id.slice(5)) } }]
    const made = await app.call('POST', '/api/admin/groups', { body: { name, rootRole: 1, users } })
    const group = `group-${(made.body as { id: number }).id}`
    const admin = (await other.find<ScimUser>('/Users', 'userName eq "admin"')).Resources[0]
    expect((await other.scim('DELETE', `/Users/${admin?.id}`)).status).toBe(204)
    for (const answer of [
      await other.scim('PATCH', `/Groups/${group}`, okta.removeMember(chief.id)),
      await other.scim('PATCH', `/Users/${chief.id}`, okta.deactivate),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.detail).toContain('nobody with the Admin role')
    }
    await app.stop()
  })
})

describe('an invalid group request', () => {
  it.each([
    ['a member who does not exist', () => entra.addMembers('user-999999'), 'invalidValue'],
    ['a group as a member', () => entra.addMembers('group-1'), 'invalidValue'],
    [
      'a filter of members by another attribute',
      () => ({ schemas: [PATCH], Operations: [{ op: 'remove', path: 'members[display eq "x"]' }] }),
      'invalidFilter',
    ],
    [
      'a name that is removed',
      () => ({ schemas: [PATCH], Operations: [{ op: 'remove', path: 'displayName' }] }),
      'invalidValue',
    ],
    [
      'a value without a path that is no object',
      () => ({ schemas: [PATCH], Operations: [{ op: 'add', value: 'x' }] }),
      'invalidValue',
    ],
  ])('%s: 400, and nothing changes', async (_title, body, scimType) => {
    const group = await stage.newGroup(okta.createGroup(name, ada.id))
    const answer = await patch(group.id, body())
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body).toMatchObject({ scimType })
    expect((await stage.scim<ScimGroup>('GET', `/Groups/${group.id}`)).body).toEqual(group)
  })

  it('with the name of another group is 409', async () => {
    const group = await stage.newGroup(okta.createGroup(name))
    const other = await stage.newGroup(okta.createGroup(`${name}-other`))
    for (const answer of [
      await stage.scim('POST', '/Groups', okta.createGroup(name)),
      await patch(other.id, entra.renameGroup(name)),
      await stage.scim('PUT', `/Groups/${other.id}`, okta.createGroup(name)),
    ])
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    expect((await stage.scim('PUT', `/Groups/${group.id}`, okta.createGroup(name))).status).toBe(200)
    expect((await stage.scim('PUT', '/Groups/group-999999', okta.createGroup('x'))).status).toBe(404)
    expect((await patch('nothing', entra.renameGroup('x'))).status).toBe(404)
    expect((await stage.scim('DELETE', '/Groups/nothing')).status).toBe(404)
  })
})
