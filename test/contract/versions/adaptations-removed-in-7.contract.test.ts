import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import type { Answer, TestBackend } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { getApiTokensByName } from '#shared/access/contract/api-tokens.ts'
import { createGroup, getGroups } from '#shared/access/contract/groups.ts'
import { addAccessToProject, getProjectAccess } from '#shared/projects/contract/project-access.ts'
import { createUser, getUsers } from '#shared/access/contract/users.ts'
import {
  createPublicSignupToken,
  addPublicSignupTokenUser,
  getAllPublicSignupTokens,
  updatePublicSignupToken,
} from '#shared/access/contract/public-signup.ts'
import { getMe } from '#shared/access/contract/sessions.ts'

// document, "Removed schema properties in v7"
const BEFORE = ['4', '5', '6'] as const
const SINCE = ['7', '8'] as const
const PASSWORD = 'Str0ng-Passw0rd-55'

const { as, start, stop } = startVersions({
  users: [{ username: 'ann', roles: ['Viewer'] }],
  rateLimits: { perMinute: {} },
})
beforeAll(() => start('4', '5', '6', '7', '8'))
afterAll(stop)

describe('the name of an API token', () => {
  const TOKENS = '/api/admin/api-tokens'
  const OF_PROJECT = '/api/admin/projects/default/api-tokens'
  const body = (name: object) => ({ ...name, type: 'client', environment: 'development' })

  it.each(BEFORE)('in %s is also returned as `username`, and accepted as such', async (version) => {
    const app = await as(version)
    for (const path of [TOKENS, OF_PROJECT]) {
      for (const name of [{ username: 'ci' }, { tokenName: 'ci' }, { tokenName: 'ci', username: 'other' }]) {
        const created = await app.call('POST', path, { body: body(name) })
        expect(created).toMatchObject({ status: 201, body: { tokenName: 'ci', username: 'ci' } })
      }
      const { tokens } = (await app.call('GET', path)).body as { tokens: Record<string, unknown>[] }
      expect(tokens.length).toBeGreaterThanOrEqual(3)
      for (const token of tokens) expect(token['username']).toBe(token['tokenName'])
    }
    if (version === '4') return
    expect((await app.call(getApiTokensByName, { params: { name: 'ci' } })).body).toMatchObject({
      tokens: [{ username: 'ci' }, {}, {}, {}, {}, {}],
    })
  })

  it.each(BEFORE)('in %s must have its current property name', async (version) => {
    const answer = await (await as(version)).call('POST', TOKENS, { body: body({}) })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('tokenName')
  })

  it.each(SINCE)('in %s is `tokenName` only', async (version) => {
    const app = await as(version)
    for (const path of [TOKENS, OF_PROJECT]) {
      const refused = await app.call('POST', path, { body: body({ username: 'ci' }) })
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/tokenName' }] } })
      const created = await app.call('POST', path, { body: body({ tokenName: 'ci', username: 'other' }) })
      expect(created).toMatchObject({ status: 201, body: { tokenName: 'ci' } })
      expect(created.body).not.toHaveProperty('username')
    }
    for (const path of [TOKENS, OF_PROJECT, `${TOKENS}/ci`])
      expect((await app.call('GET', path)).text).not.toContain('username')
  })

  it.each(BEFORE)('a token of %s without an environment belongs to the default one', async (version) => {
    const answer = await (
      await as(version)
    ).call('POST', TOKENS, { body: { username: 'plain', type: 'client', projects: ['*'] } })
    expect(answer).toMatchObject({ status: 201, body: { environment: 'development' } })
  })
})

describe('the project of a new API token', () => {
  const TOKENS = '/api/admin/api-tokens'
  const create = async (version: string, body: object) =>
    (await as(version)).call('POST', TOKENS, {
      body: { tokenName: 'one', type: 'client', environment: 'development', ...body },
    })

  it.each(BEFORE)('in %s may be the only one', async (version) => {
    const one = { status: 201, body: { project: 'default', projects: ['default'] } }
    expect(await create(version, { project: 'default' })).toMatchObject(one)
    expect(await create(version, { project: 'other', projects: ['default'] })).toMatchObject(one)
    expect(await create(version, { project: '*' })).toMatchObject({ status: 201, body: { projects: ['*'] } })
    expect((await create(version, { project: 7 })).status).toBe(400)
    expect((await create(version, { project: 'nowhere' })).status).toBe(400)
  })

  // recorded exchange api-tokens/*: the original reads `projects` alone
  it.each(SINCE)('in %s is one of `projects`', async (version) => {
    expect(await create(version, { project: 'default' })).toMatchObject({
      status: 201,
      body: { projects: ['*'] },
    })
  })
})

interface Person {
  isAPI?: boolean
}
const at = (body: unknown, ...path: (string | number)[]): Person | undefined =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body) as
    Person | undefined

/** Each endpoint of the document's list, and where in its answer a user stands. */
async function usersOf(app: TestBackend): Promise<[string, Answer, Person | undefined][]> {
  const ann = await userIdOf(app, 'ann')
  const { call } = app
  const name = `group-${Math.trunc(performance.now() * 1000)}`
  const users = [{ user: { id: ann } }]
  const group = await call(createGroup, { body: { name, users } })
  const groupPath = `/api/admin/groups/${(group.body as { id: number }).id}`
  await call(addAccessToProject, {
    params: { projectId: 'default' },
    body: { roles: [5], users: [ann], groups: [(group.body as { id: number }).id] },
  })
  const email = `${name}@example.com`
  const rootRole = 3
  const created = await call(createUser, {
    body: { username: name, email, rootRole, password: PASSWORD, sendEmail: false },
  })
  const userPath = `/api/admin/user-admin/${(created.body as { id: number }).id}`
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const link = await call(createPublicSignupToken, { body: { name, expiresAt } })
  const { secret } = link.body as { secret: string }
  const linkPath = `/api/admin/invite-link/tokens/${secret}`
  const signedUp = await call(addPublicSignupTokenUser, {
    params: { token: secret },
    token: null,
    body: { name, email: `by-link-${email}`, password: PASSWORD },
  })
  const login = await call('POST', '/auth/simple/login', {
    token: null,
    body: { username: name, password: PASSWORD },
  })
  const me = await call(getMe, { as: 'ann' })
  const list = await call(getUsers)
  const access = await call(getProjectAccess, { params: { projectId: 'default' } })
  const groups = await call(getGroups)
  const links = await call(getAllPublicSignupTokens)
  const read = async (path: string) => call('GET', path)
  const [one, search, base, permissions] = await Promise.all(
    ['', '', '', ''].map((_, index) =>
      read(
        [
          userPath,
          `/api/admin/user-admin/search?q=${name}`,
          '/api/admin/user-admin/access',
          `${userPath}/permissions`,
        ][index] ?? '',
      ),
    ),
  )
  const overview = await read('/api/admin/access/overview')
  const updated = await call('PUT', userPath, { body: { name: 'Changed' } })
  const changed = await call('PUT', groupPath, { body: { name, users } })
  const oneGroup = await read(groupPath)
  const oneLink = await read(linkPath)
  const changedLink = await call(updatePublicSignupToken, {
    params: { token: secret },
    body: { enabled: false },
  })
  return [
    ['me', me, at(me.body, 'user')],
    ['users', list, at(list.body, 'users', 0)],
    ['user', one as Answer, at(one?.body)],
    ['create user', created, at(created.body)],
    ['update user', updated, at(updated.body)],
    ['search users', search as Answer, at(search?.body, 0)],
    ['users and groups', base as Answer, at(base?.body, 'users', 0)],
    ['permissions of a user', permissions as Answer, at(permissions?.body, 'user')],
    ['access overview', overview, at(overview.body, 'overview', 0)],
    ['project access: users', access, at(access.body, 'users', 0)],
    ['project access: groups', access, at(access.body, 'groups', 0, 'users', 0, 'user')],
    ['groups', groups, at(groups.body, 'groups', 0, 'users', 0, 'user')],
    ['group', oneGroup, at(oneGroup.body, 'users', 0, 'user')],
    ['create group', group, at(group.body, 'users', 0, 'user')],
    ['update group', changed, at(changed.body, 'users', 0, 'user')],
    ['invite links', links, at(links.body, 'tokens', 0, 'users', 0)],
    ['invite link', oneLink, at(oneLink.body, 'users', 0)],
    ['update invite link', changedLink, at(changedLink.body, 'users', 0)],
    ['login', login, at(login.body)],
    ['sign-up by invitation', signedUp, at(signedUp.body)],
  ]
}

describe('the mark for API tokens on users', () => {
  it('is in 6 on every user', async () => {
    for (const [where, { status, text }, user] of await usersOf(await as('6'))) {
      expect(status, `${where}: ${text}`).toBeLessThan(300)
      expect(user, where).toMatchObject({ isAPI: false })
    }
  })

  it('is true only for an admin token', async () => {
    expect((await (await as('6')).call(getMe)).body).toMatchObject({
      user: { isAPI: true },
    })
  })

  it('is absent in 7', async () => {
    const app = await as('7')
    for (const [where, { status, text }, user] of await usersOf(app)) {
      expect(status, `${where}: ${text}`).toBeLessThan(300)
      expect(user, where).toBeDefined()
      expect(text, where).not.toContain('isAPI')
    }
    expect((await app.call(getMe)).text).not.toContain('isAPI')
  })

  it('is ignored in requests of every version', async () => {
    for (const version of ['6', '7']) {
      const app = await as(version)
      const body = { username: `said-${version}`, rootRole: 3, isAPI: true, sendEmail: false }
      const created = await app.call(createUser, { body })
      expect(created.status).toBe(201)
      expect(at(created.body)?.isAPI).toBe(version === '6' ? false : undefined)
    }
  })
})
