import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  addTestServiceAccount,
  cookieOf,
  messageOf,
  startUsers,
  USERS,
  type MadeUser,
  type UserStage,
} from '#support/service/users.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import {
  getUser,
  getUsers,
  searchUsers,
  getBaseUsersAndGroups,
  getAdminCount,
  getUserAccount,
  updateUser,
  deleteUser,
  deleteScimUsers,
  getInactiveUsers,
  deleteInactiveUsers,
  createUser,
} from '#shared/access/contract/users.ts'
import { getMe } from '#shared/access/contract/sessions.ts'

const DAY = 86_400_000
let app: TestBackend
let users: UserStage
let counter = 0

beforeAll(async () => {
  users = await startUsers()
  app = users.app
})
afterAll(() => app.stop())

const create = (body: unknown, as?: string) => app.call('POST', USERS, { body, ...(as ? { as } : {}) })
const lastEvent = async (type: string) => {
  const { body } = await app.call(searchEvents, { query: { type: `IS:${type}`, limit: '1' } })
  return body.events[0]
}

describe('creating a user', () => {
  it('returns the user, the invitation link, and that no mail was sent', async () => {
    const answer = await create({
      name: 'Vi Ewer',
      email: 'vi@example.com',
      username: 'vi',
      rootRole: 3,
      sendEmail: true,
    })
    const { id, inviteLink } = answer.body as MadeUser
    expect(answer).toMatchObject({ status: 201, headers: { location: String(id) } })
    expect(answer.body).toEqual({
      id,
      accountType: 'User',
      name: 'Vi Ewer',
      username: 'vi',
      email: 'vi@example.com',
      imageUrl: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?s=42/) as string,
      seenAt: null,
      loginAttempts: 0,
      createdAt: app.clock.now().toISOString(),
      scimId: null,
      seatType: null,
      companyRole: null,
      productUpdatesEmailConsent: null,
      rootRole: 3,
      inviteLink: expect.stringMatching(/^http:\/\/localhost:\d+\/new-user\?token=[0-9a-f]{64}$/) as string,
      emailSent: false,
    })
    const event = await lastEvent('user-created')
    expect(event).toMatchObject({ data: { id, name: 'Vi Ewer', rootRole: 3 } })
    expect(JSON.stringify(event)).not.toContain(inviteLink.split('token=')[1])
  })

  it('accepts the root role by its name, and returns it by name', async () => {
    const { body } = await create({ email: 'ed@example.com', rootRole: 'Editor' })
    expect(body).toMatchObject({ rootRole: 'Editor' })
    const { id } = body as MadeUser
    expect((await app.call(getUser, { params: { id } })).body).toMatchObject({ rootRole: 2 })
  })

  it('accepts a custom root role', async () => {
    const roleId = await app.backend.store.transaction(async (queries) => {
      const row = await queries
        .insertInto('roles')
        .values({ name: 'Auditor', description: 'Reads', type: 'root-custom' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
    const { id } = await users.make({ username: 'auditor', rootRole: 'Auditor' })
    expect((await app.call(getUser, { params: { id } })).body).toMatchObject({ rootRole: roleId })
    const { body } = await app.call(getUsers)
    expect(body).toMatchObject({
      rootRoles: [{ name: 'Admin' }, { name: 'Editor' }, { name: 'Viewer' }, { id: roleId, name: 'Auditor' }],
    })
  })

  it('accepts any password, as the original does, and never returns it', async () => {
    const answer = await create({ username: 'weak', password: 'abc', rootRole: 3 })
    expect(answer.status).toBe(201)
    expect(answer.text).not.toContain('abc"')
    expect(await users.signIn('weak', 'abc')).toMatchObject({ status: 200 })
  })

  it.each([
    [{ username: 'viewer', rootRole: 3 }, 'User already exists'],
    [{ username: 'VIEWER', rootRole: 3 }, 'User already exists'],
    [{ email: 'ED@example.com', rootRole: 3 }, 'User already exists'],
    [{ username: 'ed@example.com', rootRole: 3 }, 'User already exists'],
    [{ name: 'x', rootRole: 3 }, 'You must specify username or email'],
    [{ username: ' ', email: '', rootRole: 3 }, 'You must specify username or email'],
    [{ email: 'not-an-email', rootRole: 3 }, '"value" must be a valid email. You provided "not-an-email".'],
    [{ email: 'role@example.com', rootRole: 99 }, 'Could not find rootRole=99'],
    [{ email: 'role@example.com', rootRole: 'Owner' }, 'Could not find rootRole=Owner'],
    [
      { email: 'role@example.com' },
      'The `/body/rootRole` property is required. It was not present on the data you sent.',
    ],
  ])('refuses %j', async (body, text) => {
    const answer = await create(body)
    expect([answer.status, messageOf(answer)]).toEqual([400, text])
  })

  it('is for Admins, limited to twenty a minute', async () => {
    expect((await create({ username: 'z', rootRole: 1 }, 'member')).status).toBe(403)
    const limited = await startBackend()
    const attempt = () => limited.call('POST', USERS, { body: {} })
    for (let i = 0; i < 20; i++) expect((await attempt()).status).toBe(400)
    expect(await attempt()).toMatchObject({ status: 429, headers: { 'ratelimit-policy': '20;w=60' } })
    await limited.stop()
  })

  it('is not limited by the requests of those who may not create users', async () => {
    const limited = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
    const attempt = (as?: string) =>
      limited.call('POST', USERS, { body: { username: 'new', rootRole: 3 }, ...(as ? { as } : {}) })
    for (let i = 0; i < 25; i++) expect((await attempt('viewer')).status).toBe(403)
    expect((await attempt()).status).toBe(201)
    await limited.stop()
  })
})

describe('reading users', () => {
  it('lists users with their root roles, without service accounts', async () => {
    await addTestServiceAccount(app)
    const listed = await users.list()
    expect(listed.find(({ username }) => username === 'viewer')).toMatchObject({
      rootRole: 3,
      inviteLink: '',
    })
    expect(listed.map(({ username }) => username)).not.toContain('robot')
    expect((await app.call(searchUsers, { query: { q: 'robot' } })).body).toEqual([])
  })

  it('returns one, and 404 for an unknown id', async () => {
    expect((await app.call(getUser, { params: { id: await users.idOf('viewer') } })).body).toMatchObject({
      username: 'viewer',
      rootRole: 3,
    })
    expect(await app.call(getUser, { params: { id: '9999' } })).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'No user found' },
    })
    expect(messageOf(await app.call(getUser, { params: { id: 'nobody' } }))).toBe(
      'The `/params/id` property must be integer. You sent "nobody".',
    )
  })

  it.each([
    ['VI', ['vi', 'viewer']],
    ['Ewer', ['vi', 'viewer']],
    ['vi@exam', ['vi']],
    ['v', []],
    ['', []],
    ['100%', []],
    ['__', []],
  ])('finds users by %j', async (q, usernames) => {
    const { status, body } = await app.call(searchUsers, { query: { q }, as: 'viewer' })
    expect(status).toBe(200)
    const found = body.map(({ username }) => username)
    expect(found.sort()).toEqual([...usernames].sort())
  })

  it('omits the creation date and failed sign-ins from a search', async () => {
    const { body } = await app.call(searchUsers, { query: { q: 'viewer' }, as: 'viewer' })
    const [found] = body
    expect(Object.keys(found ?? {})).not.toContain('createdAt')
    expect(Object.keys(found ?? {})).not.toContain('loginAttempts')
  })

  it('lists users and groups for access dialogs, for every signed-in user', async () => {
    await app.backend.store.transaction(async (queries) => {
      await queries
        .insertInto('groups')
        .values({
          name: 'Crew',
          description: null,
          created_at: app.clock.now().toISOString(),
          created_by: null,
          root_role_id: null,
          mappings_sso: '[]',
          scim_id: null,
        })
        .execute()
    })
    const { body } = await app.call(getBaseUsersAndGroups, { as: 'viewer' })
    const found = body
    expect(found.users).toContainEqual({ id: 1, username: 'admin', accountType: 'User' })
    expect(found.users).toContainEqual(
      expect.objectContaining({ username: 'robot', accountType: 'Service Account' }),
    )
    expect(found.groups).toEqual([
      { id: expect.any(Number) as number, name: 'Crew', description: null, rootRole: null, userCount: 0 },
    ])
  })

  it('counts the Admins', async () => {
    const before = (await app.call(getAdminCount)).body
    await users.make({ username: 'admin-with-password', password: 'x', rootRole: 1 })
    await users.make({ username: 'admin-without', rootRole: 1 })
    const { password, noPassword } = before
    expect((await app.call(getAdminCount)).body).toEqual({
      password: password + 1,
      noPassword: noPassword + 1,
      service: 0,
    })
  })

  it('returns the roles of a user and their projects', async () => {
    const id = await users.idOf('member')
    expect((await app.call(getUserAccount, { params: { id } })).body).toEqual({
      grants: [
        { role: { id: 2, name: 'Editor', type: 'root' }, via: { kind: 'direct' } },
        {
          role: expect.objectContaining({ name: 'Member', type: 'project' }) as object,
          via: { kind: 'direct' },
          project: 'default',
        },
      ],
      personalTokens: 0,
      hasPassword: false,
    })
    expect((await app.call(getUserAccount, { params: { id: '9999' } })).status).toBe(404)
    expect((await app.call(getUserAccount, { params: { id: 'x' } })).status).toBe(400)
  })
})

describe('changing a user', () => {
  it('changes what is sent, and keeps the rest', async () => {
    const { id } = await users.make({ username: 'chris', email: 'chris@example.com', name: 'Chris' })
    const put = (body: object) => app.call(updateUser, { params: { id }, body })
    expect((await put({ name: 'Christina' })).body).toMatchObject({
      name: 'Christina',
      email: 'chris@example.com',
      rootRole: 3,
    })
    expect((await put({ rootRole: 'Editor', email: 'c@example.com' })).body).toMatchObject({
      name: 'Christina',
      email: 'c@example.com',
      rootRole: 2,
    })
    expect((await put({ name: '', email: '' })).body).not.toHaveProperty('email')
    expect(await lastEvent('user-updated')).toMatchObject({
      preData: { email: 'c@example.com' },
      data: { email: null, rootRole: 2 },
    })
  })

  it.each([
    [{ email: 'viewer' }, '"value" must be a valid email. You provided "viewer".'],
    [{ email: 'vi@example.com' }, 'User already exists'],
    [{ email: '' }, 'You must specify username or email'],
    [{ rootRole: 99 }, 'Could not find rootRole=99'],
  ])('rejects %j, and changes nothing', async (body, text) => {
    const { id } = await users.make({ email: `same-${++counter}@example.com`, name: 'Same' })
    const answer = await app.call(updateUser, { params: { id }, body: { name: 'Other', ...body } })
    expect([answer.status, messageOf(answer)]).toEqual([400, text])
    expect((await app.call(getUser, { params: { id } })).body).toMatchObject({ name: 'Same', rootRole: 3 })
  })

  it('takes effect with the next request', async () => {
    const id = await users.idOf('viewer')
    const read = () => app.call(getUsers, { as: 'viewer' })
    expect((await read()).status).toBe(403)
    await app.call(updateUser, { params: { id }, body: { rootRole: 1 } })
    expect((await read()).status).toBe(200)
    await app.call(updateUser, { params: { id }, body: { rootRole: 3 } })
    expect((await read()).status).toBe(403)
  })

  it('returns 404 for an unknown user', async () => {
    expect((await app.call(updateUser, { params: { id: '9999' }, body: { name: 'x' } })).status).toBe(404)
    const robot = await app.backend.store.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'robot')
      .executeTakeFirstOrThrow()
    expect((await app.call(updateUser, { params: { id: robot.id }, body: { name: 'x' } })).status).toBe(404)
  })
})

describe('deleting a user', () => {
  it('deletes their roles, sessions and other data', async () => {
    const { id } = await users.make({ username: 'leaving', password: 'abc', rootRole: 2 })
    const cookie = cookieOf(await users.signIn('leaving', 'abc'))
    const me = () => app.call(getMe, { token: null, headers: { cookie } })
    expect((await me()).status).toBe(200)
    expect(await app.call(deleteUser, { params: { id } })).toMatchObject({ status: 200, text: '' })
    expect((await me()).status).toBe(401)
    expect((await app.call(deleteUser, { params: { id } })).status).toBe(404)
    const left = await app.backend.store.queries
      .selectFrom('user_roles')
      .select('role_id')
      .where('user_id', '=', id)
      .execute()
    expect(left).toEqual([])
    expect(await lastEvent('user-deleted')).toMatchObject({ preData: { id, username: 'leaving' } })
  })

  it('ends their personal access tokens at once', async () => {
    const { id } = await users.make({ username: 'tokened', password: 'abc', rootRole: 1 })
    const secret = await users.makeToken('tokened')
    const use = () => app.call(getUsers, { token: secret })
    expect((await use()).status).toBe(200)
    expect((await app.call(getUserAccount, { params: { id } })).body).toMatchObject({ personalTokens: 1 })
    await app.call(deleteUser, { params: { id } })
    expect((await use()).status).toBe(401)
  })

  it('is rejected for the caller’s own account', async () => {
    const id = await users.idOf('anna')
    expect(await app.call(deleteUser, { params: { id }, as: 'anna' })).toMatchObject({
      status: 403,
      body: { name: 'InvalidOperationError', message: 'You cannot delete yourself. Another Admin can.' },
    })
    expect((await app.call(deleteUser, { params: { id: 'x' } })).status).toBe(400)
  })

  it('that SCIM manages deletes nobody while there are none', async () => {
    const before = await users.list()
    expect(await app.call(deleteScimUsers)).toMatchObject({ status: 200, text: '' })
    expect(await users.list()).toEqual(before)
  })
})

describe('deleting inactive users', () => {
  it('deletes nobody where nobody is inactive, and requires ids', async () => {
    const before = await users.list()
    const remove = (ids: unknown) => app.call('POST', `${USERS}/inactive/delete`, { body: { ids } })
    expect((await app.call(getInactiveUsers)).body).toEqual({ version: 1, inactiveUsers: [] })
    expect(await remove([])).toMatchObject({ status: 200, text: '' })
    expect((await remove('all')).status).toBe(400)
    expect(await users.list()).toEqual(before)
  })
})

describe('the last Admin', () => {
  it('is neither demoted nor deleted', async () => {
    const alone = await startBackend()
    const refused = { status: 403, body: { name: 'InvalidOperationError' } }
    expect(await alone.call(updateUser, { params: { id: '1' }, body: { rootRole: 2 } })).toMatchObject(
      refused,
    )
    expect(await alone.call(deleteUser, { params: { id: '1' } })).toMatchObject(refused)
    expect((await alone.call(getUser, { params: { id: '1' } })).body).toMatchObject({ rootRole: 1 })
    alone.clock.advance(181 * DAY)
    expect(await alone.call(deleteInactiveUsers, { body: { ids: [1] } })).toMatchObject(refused)
    expect((await alone.call(getUser, { params: { id: '1' } })).status).toBe(200)
    await alone.call(createUser, { body: { username: 'second', rootRole: 1 } })
    expect((await alone.call(updateUser, { params: { id: '1' }, body: { rootRole: 2 } })).status).toBe(200)
    await alone.stop()
  })
})
