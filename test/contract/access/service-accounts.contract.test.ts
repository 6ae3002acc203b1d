import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  deleteServiceAccount,
  getServiceAccounts,
  createServiceAccountToken,
  getServiceAccountTokens,
  deleteServiceAccountToken,
} from '#shared/access/contract/service-accounts.ts'
import { getMe, login } from '#shared/access/contract/sessions.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getUsers, deleteUser } from '#shared/access/contract/users.ts'
import { createGroup } from '#shared/access/contract/groups.ts'

const ACCOUNTS = '/api/admin/service-account'
const LATER = '2099-01-01T00:00:00.000Z'
const [ADMIN_ROLE, EDITOR, VIEWER, MEMBER] = [1, 2, 3, 5]
const UNKNOWN = 9999
interface Account {
  id: number
  rootRole: number
  tokens: { id: number }[]
}
let app: TestBackend
let personId: number
let customRole: number
let count = 0
let username: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'person', roles: ['Viewer'] },
    ],
  })
  const { queries } = app.backend.store
  const person = await queries
    .updateTable('users')
    .set({ email: 'person@example.com' })
    .where('username', '=', 'person')
    .returning('id')
    .executeTakeFirstOrThrow()
  personId = person.id
  const role = await queries
    .insertInto('roles')
    .values({ name: 'Segment maker', description: '', type: 'root-custom' })
    .returning('id')
    .executeTakeFirstOrThrow()
  customRole = role.id
  await queries
    .insertInto('role_permissions')
    .values({ role_id: customRole, permission: 'CREATE_SEGMENT', environment: '' })
    .execute()
})
beforeEach(() => {
  username = `robot-${count++}`
})
afterAll(() => app.stop())

const post = (body: unknown, as?: string) => app.call('POST', ACCOUNTS, { body, ...(as ? { as } : {}) })
const create = async (rootRole = VIEWER) =>
  (await post({ name: 'A robot', username, rootRole })).body as Account
const put = (id: number, body: unknown) => app.call('PUT', `${ACCOUNTS}/${id}`, { body })
const remove = (id: number | string) => app.call(deleteServiceAccount, { params: { id } })
const list = async () => {
  const { body } = await app.call(getServiceAccounts)
  return body
}
const postToken = (id: number, body: object = {}) =>
  app.call(createServiceAccountToken, {
    params: { id },
    body: { description: 'ci', expiresAt: LATER, ...body },
  })
const tokenOf = async (id: number) => (await postToken(id)).body
const me = (token: string) => app.call(getMe, { token })
const mayCreateSegment = async (token: string) =>
  (await app.call(createSegment, { token, body: { name: username, constraints: [] } })).status !== 403
const detailsOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details
const latestEvent = async (type: string) => {
  const { body } = await app.call(searchEvents, { query: { type: `IS:${type}`, limit: '1' } })
  return body.events[0]
}

describe('creating a service account', () => {
  it('returns it', async () => {
    const answer = await post({ name: 'A robot', username, rootRole: VIEWER })
    const { id } = answer.body as Account
    expect([answer.status, answer.headers['location']]).toEqual([201, `service-account/${id}`])
    expect(answer.body).toEqual({
      id: expect.any(Number) as number,
      name: 'A robot',
      username,
      rootRole: VIEWER,
      imageUrl: expect.stringContaining('https://gravatar.com/avatar/') as string,
      createdAt: '2026-11-21T12:00:00.000Z',
      seenAt: null,
      tokens: [],
    })
    expect(await latestEvent('service-account-created')).toMatchObject({
      data: { id, name: 'A robot', username, rootRole: VIEWER },
    })
  })

  it.each([
    [{ name: '' }, 'must NOT have fewer than 1 characters', '/body/name'],
    [{ username: ' ' }, 'must NOT have fewer than 1 characters', '/body/username'],
    [{ username: undefined }, 'The `/body/username` property is required.', '/body/username'],
    [{ rootRole: 'Viewer' }, 'The `/body/rootRole` property must be', '/body/rootRole'],
    [{ rootRole: UNKNOWN }, `Could not find rootRole=${UNKNOWN}`, '/body/rootRole'],
    [{ rootRole: MEMBER }, `rootRole=${MEMBER} is a role of projects`, '/body/rootRole'],
  ])('refuses %j', async (part, message, path) => {
    const answer = await post({ name: 'x', username, rootRole: VIEWER, ...part })
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)[0]).toMatchObject({
      message: expect.stringContaining(message) as string,
      path,
    })
  })

  it('requires a user name that no user has', async () => {
    await create()
    for (const taken of [username, 'person', 'person@example.com', 'PERSON']) {
      expect(await post({ name: 'x', username: taken, rootRole: VIEWER })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
      })
    }
  })
})

describe('a service account', () => {
  it('is listed apart from users, with the available roles', async () => {
    const { id } = await create(customRole)
    const { serviceAccounts, rootRoles } = await list()
    expect(serviceAccounts.map((one) => one.id)).toContain(id)
    expect(serviceAccounts.map((one) => one.id)).not.toContain(personId)
    expect(rootRoles.map((role) => role.id)).toEqual([ADMIN_ROLE, EDITOR, VIEWER, customRole])
    const { body } = await app.call(getUsers)
    const people = body.users.map((one) => one.id)
    expect(people).toContain(personId)
    expect(people).not.toContain(id)
  })

  it('cannot sign in, with any password', async () => {
    await create()
    for (const password of ['', 'unleash4all', 'null', username]) {
      const answer = await app.call(login, { token: null, body: { username, password } })
      expect(answer).toMatchObject({ status: 401, body: { name: 'PasswordMismatch' } })
    }
  })

  it('does not count as the last Admin', async () => {
    await create(ADMIN_ROLE)
    const { body } = await app.call(getUsers)
    const admins = body.users.filter((one) => one.rootRole === ADMIN_ROLE)
    expect(admins).toHaveLength(1)
    expect(await app.call(deleteUser, { params: { id: `${admins[0]?.id}` } })).toMatchObject({
      status: 403,
      body: { name: 'InvalidOperationError' },
    })
  })

  it('has the permissions of its role, also a custom one, and of its groups', async () => {
    const { id } = await create(customRole)
    const { secret } = await tokenOf(id)
    expect(await me(secret)).toMatchObject({
      status: 200,
      body: { user: { id, accountType: 'Service Account' } },
    })
    expect(await mayCreateSegment(secret)).toBe(true)
    await put(id, { rootRole: VIEWER })
    expect(await mayCreateSegment(secret)).toBe(false)
    await app.call(createGroup, { body: { name: username, rootRole: EDITOR, users: [{ user: { id } }] } })
    expect(await mayCreateSegment(secret)).toBe(true)
  })

  it('is the author of what it does', async () => {
    const { id } = await create(EDITOR)
    const { secret } = await tokenOf(id)
    await mayCreateSegment(secret)
    expect(await latestEvent('segment-created')).toMatchObject({ createdBy: username, createdByUserId: id })
  })
})

describe('changing a service account', () => {
  it('sets its name, its role, or both', async () => {
    const { id } = await create()
    expect(await put(id, { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', username, rootRole: VIEWER },
    })
    expect(await put(id, { rootRole: EDITOR })).toMatchObject({
      body: { name: 'Renamed', rootRole: EDITOR },
    })
    expect(await latestEvent('service-account-updated')).toMatchObject({
      data: { rootRole: EDITOR },
      preData: { rootRole: VIEWER },
    })
  })

  it('changes nothing when it is rejected', async () => {
    const { id } = await create()
    expect((await put(id, { name: 'Half', rootRole: UNKNOWN })).status).toBe(400)
    expect((await put(id, { name: '' })).status).toBe(400)
    expect((await list()).serviceAccounts.find((one) => one.id === id)).toMatchObject({ name: 'A robot' })
  })
})

describe('the tokens of a service account', () => {
  it('are created, listed without their secrets, and deleted', async () => {
    const { id } = await create()
    const answer = await postToken(id)
    const token = answer.body
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number) as number,
      description: 'ci',
      expiresAt: LATER,
      userId: id,
      createdAt: '2026-11-21T12:00:00.000Z',
      seenAt: null,
      secret: expect.stringMatching(/^user:[0-9a-f]{56}$/) as string,
    })
    const { secret, ...listed } = token
    const tokens = await app.call(getServiceAccountTokens, { params: { id } })
    expect(tokens.body).toEqual({ pats: [listed] })
    expect((await list()).serviceAccounts.find((one) => one.id === id)?.tokens).toEqual([listed])
    const created = await latestEvent('pat-created')
    expect(created).toMatchObject({ data: { id: token.id, description: 'ci', userId: id } })
    expect(JSON.stringify(created)).not.toContain(secret)
    expect((await me(secret)).status).toBe(200)
    expect(await app.call(deleteServiceAccountToken, { params: { id, tokenId: token.id } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await me(secret)).status).toBe(401)
    expect(await latestEvent('pat-deleted')).toMatchObject({ preData: { id: token.id } })
  })

  it('follow the rules of personal access tokens', async () => {
    const { id } = await create()
    await tokenOf(id)
    expect(await postToken(id)).toMatchObject({ status: 409, body: { name: 'NameExistsError' } })
    expect((await postToken(id, { description: '' })).status).toBe(400)
    expect((await postToken(id, { expiresAt: '2020-01-01T00:00:00.000Z' })).status).toBe(400)
    for (let i = 1; i < 10; i++) expect((await postToken(id, { description: `${i}` })).status).toBe(201)
    expect(await postToken(id, { description: '10' })).toMatchObject({
      status: 403,
      body: { name: 'OperationDeniedError' },
    })
  })

  it('belong to this account only', async () => {
    const one = await create()
    username = `${username}-b`
    const other = await create()
    const { id, secret } = await tokenOf(one.id)
    expect(
      await app.call(deleteServiceAccountToken, { params: { id: other.id, tokenId: id } }),
    ).toMatchObject({
      status: 404,
      body: { message: 'No PAT found.' },
    })
    expect((await app.call(deleteServiceAccountToken, { params: { id: one.id, tokenId: 'x' } })).status).toBe(
      400,
    )
    expect((await me(secret)).status).toBe(200)
  })
})

describe('deleting a service account', () => {
  it('rejects its tokens at once', async () => {
    const { id } = await create(ADMIN_ROLE)
    const { secret } = await tokenOf(id)
    expect((await me(secret)).status).toBe(200)
    expect(await remove(id)).toMatchObject({ status: 200, text: '' })
    expect((await me(secret)).status).toBe(401)
    const left = await app.backend.store.queries
      .selectFrom('personal_access_tokens')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    expect(left).toEqual([])
    expect(await latestEvent('service-account-deleted')).toMatchObject({ preData: { id, username } })
  })
})

describe('the id of anything but a service account', () => {
  it.each([['somebody unknown'], ['a person']])('is 404 in every operation: %s', async (who) => {
    const id = who === 'a person' ? personId : UNKNOWN
    const answers = [
      await put(id, { name: 'x' }),
      await remove(id),
      await app.call(getServiceAccountTokens, { params: { id } }),
      await postToken(id),
      await app.call(deleteServiceAccountToken, { params: { id, tokenId: '1' } }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 404,
        body: { message: `Could not find service account with id ${id}` },
      })
    const person = await app.call(getMe, { as: 'person' })
    expect(person).toMatchObject({ status: 200, body: { user: { id: personId } } })
  })

  it('is 400 when it is not a number', async () => {
    expect((await remove('x')).status).toBe(400)
    expect((await app.call(getServiceAccountTokens, { params: { id: 'x' } })).status).toBe(400)
  })
})

describe('the operations on service accounts', () => {
  it('are for Admins only', async () => {
    const { id } = await create()
    expect((await post({ name: 'x', username: 'x', rootRole: ADMIN_ROLE }, 'editor')).status).toBe(403)
    expect((await app.call(getServiceAccounts, { as: 'editor' })).status).toBe(403)
    const token = await app.call(createServiceAccountToken, {
      params: { id },
      as: 'editor',
      body: { description: 'mine', expiresAt: LATER },
    })
    expect(token.status).toBe(403)
  })
})
