import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ScimUser } from '#shared/access/schemas/scim.ts'
import { entra, okta } from './scim-requests.ts'
import { startScim, type ScimList, type ScimStage } from './scim-stage.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
let stage: ScimStage
let count = 0
let name: string

beforeAll(async () => {
  stage = await startScim()
})
beforeEach(() => {
  name = `person-${count++}@example.com`
})
afterAll(() => stage.app.stop())

const patch = (id: string, ...Operations: object[]) =>
  stage.scim<ScimUser>('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
const get = async (id: string) => (await stage.scim<ScimUser>('GET', `/Users/${id}`)).body
const numberOf = (id: string) => Number(id.slice('user-'.length))
const inAdmin = async (id: string) =>
  (await stage.app.call('GET', `/api/admin/user-admin/${numberOf(id)}`)).body as Record<string, unknown>
const eventsOf = async (type: string) => {
  const { body } = await stage.app.call('GET', `/api/admin/search/events?type=IS:${type}&limit=5`)
  return (body as { events: { createdBy: string; data: Record<string, unknown> | null }[] }).events
}

describe('a user that Entra ID creates', () => {
  it('is a Viewer with one e-mail address, a SCIM id and no password, and the event names SCIM', async () => {
    const answer = await stage.scim<ScimUser>('POST', '/Users', entra.createUser(name))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    const user = answer.body
    expect(answer.headers['location']).toBe(user.meta?.location)
    expect(user).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: name,
      displayName: 'lennay',
      name: { formatted: 'lennay', givenName: 'Ryan', familyName: 'Leenay' },
      emails: [{ value: name, type: 'work', primary: true }],
      active: true,
    })
    expect(await inAdmin(user.id)).toMatchObject({
      username: name,
      email: name,
      name: 'lennay',
      rootRole: 3,
      scimId: user.id,
    })
    const [event] = await eventsOf('user-created')
    expect(event).toMatchObject({
      createdBy: 'SCIM',
      data: { username: name, scimId: user.id, active: true },
    })
  })

  it('is found by its user name in any letter case, and not created twice', async () => {
    const user = await stage.newUser(entra.createUser(name))
    const found = await stage.find<ScimUser>('/Users', `userName eq "${name.toUpperCase()}"`)
    expect(found).toMatchObject({
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ id: user.id }],
    })
    expect(await stage.find('/Users', 'userName eq "nobody-1f3c"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const again = await stage.scim('POST', '/Users', entra.createUser(name.toUpperCase()))
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ schemas: [ERROR], status: '409', scimType: 'uniqueness' })
  })

  it('is changed by paths with filters, and unknown attributes are ignored', async () => {
    const { id } = await stage.newUser(entra.createUser(name))
    const answer = await stage.scim<ScimUser>('PATCH', `/Users/${id}`, {
      ...entra.changeSeveral,
      Operations: entra.changeSeveral.Operations.map((one) => ({
        ...one,
        value: one.value === 'updated@contoso.com' ? `new-${name}` : one.value,
      })),
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      emails: [{ value: `new-${name}`, type: 'work', primary: true }],
      name: { familyName: 'updatedFamilyName', givenName: 'Ryan', formatted: 'Ryan updatedFamilyName' },
    })
    expect(answer.text).not.toContain('Support')
  })

  it('accepts keys that are paths, and booleans as text', async () => {
    const { id } = await stage.newUser({ ...entra.createUser(name), active: 'False' })
    expect(await get(id)).toMatchObject({ active: false })
    const { body } = await stage.scim<ScimUser>('PATCH', `/Users/${id}`, entra.dottedKeys)
    expect(body).toMatchObject({
      active: true,
      displayName: 'Ada L.',
      name: { givenName: 'Ada', familyName: 'Leenay' },
    })
  })
})

describe('a user that Okta creates', () => {
  it('is replaced as a whole, without its password', async () => {
    const user = await stage.newUser(okta.createUser(name))
    const { password_hash } = await stage.app.backend.store.queries
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', numberOf(user.id))
      .executeTakeFirstOrThrow()
    expect(password_hash).toBeNull()
    const { status, body } = await stage.scim<ScimUser>('PUT', `/Users/${user.id}`, okta.replaceUser(name))
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: user.id, displayName: 'Another User', name: { givenName: 'Another' } })
    expect(body.externalId).toBeUndefined()
  })

  it('with the name of another user is 409, and nothing changes', async () => {
    await stage.newUser(okta.createUser(name))
    const other = await stage.newUser(okta.createUser(`other-${name}`))
    for (const [method, body] of Object.entries({
      PUT: okta.createUser(name),
      PATCH: entra.renameUser(name),
    })) {
      const answer = await stage.scim(method, `/Users/${other.id}`, body)
      expect(answer, method).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    }
    expect((await stage.scim('GET', `/Users/${other.id}`)).body).toEqual(other)
  })

  it('writes no event when nothing changes', async () => {
    const user = await stage.newUser(okta.createUser(name))
    const before = (await eventsOf('user-updated')).length
    const { body } = await stage.scim<ScimUser>('PUT', `/Users/${user.id}`, okta.createUser(name))
    expect(body).toEqual(user)
    expect(await eventsOf('user-updated')).toHaveLength(before)
  })

  it('is deleted, and then 404', async () => {
    const { id } = await stage.newUser(okta.createUser(name))
    expect((await stage.scim('DELETE', `/Users/${id}`)).status).toBe(204)
    const detail = `Resource ${id} not found`
    const bodies = { GET: undefined, PUT: okta.createUser(name), PATCH: entra.deactivate, DELETE: undefined }
    for (const [method, body] of Object.entries(bodies)) {
      const gone = await stage.scim(method, `/Users/${id}`, body)
      expect(gone.body, method).toEqual({ schemas: [ERROR], status: '404', detail })
    }
  })
})

describe.each([
  ['Entra ID', entra.deactivate],
  ['Okta', okta.deactivate],
])('a user that %s deactivates', (_provider, body) => {
  it('is signed out, cannot sign in, keeps its data, and can sign in once active again', async () => {
    const { app } = stage
    const made = await app.call('POST', '/api/admin/user-admin', {
      body: { username: name, rootRole: 3, password: 'Correct-Horse-1' },
    })
    const id = `user-${(made.body as { id: number }).id}`
    const signIn = () =>
      app.call('POST', '/auth/simple/login', {
        token: null,
        body: { username: name, password: 'Correct-Horse-1' },
        ip: `10.0.0.${count}`,
      })
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const me = (headers: Record<string, string>) =>
      app.call('GET', '/api/admin/user', { token: null, headers })
    expect((await me({ cookie })).status).toBe(200)
    const pat = await app.call('POST', '/api/admin/user/tokens', {
      token: null,
      headers: { cookie },
      body: { description: 'mine', expiresAt: '2099-01-01T00:00:00.000Z' },
    })
    const authorization = (pat.body as { secret: string }).secret
    expect((await me({ authorization })).status).toBe(200)

    const answer = await stage.scim<ScimUser>('PATCH', `/Users/${id}`, body)
    expect(answer.body, answer.text).toMatchObject({ active: false })
    expect((await me({ cookie })).status).toBe(401)
    expect((await me({ authorization })).status).toBe(401)
    expect((await signIn()).status).toBe(401)

    await patch(id, { op: 'replace', path: 'active', value: true })
    expect((await signIn()).status).toBe(200)
    expect((await me({ authorization })).status).toBe(200)
  })
})

describe('the last Admin', () => {
  it('is neither deactivated nor deleted', async () => {
    const admin = (await stage.find<ScimUser>('/Users', 'userName eq "admin"')).Resources[0]
    for (const answer of [
      await patch(admin?.id ?? '', { op: 'replace', path: 'active', value: false }),
      await stage.scim('DELETE', `/Users/${admin?.id}`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.detail).toContain('leave nobody with the Admin role')
    }
    expect(await get(admin?.id ?? '')).toMatchObject({ active: true })
    // rolled back as a whole: not managed either
    expect(await inAdmin(admin?.id ?? '')).toMatchObject({ scimId: null })
  })
})

describe('an Admin', () => {
  const LOGINS = [
    { op: 'replace', path: 'userName', value: 'mallory@evil.example' },
    { op: 'add', path: 'emails[type eq "work"].value', value: 'mallory@evil.example' },
  ]
  it.each(LOGINS)('keeps the own login whatever SCIM says: $path', async (change) => {
    const admin = (await stage.find<ScimUser>('/Users', 'userName eq "admin"')).Resources[0]
    const answer = await patch(admin?.id ?? '', change)
    expect(answer.status).toBe(403)
    expect(answer.body.detail).toContain('This user is an Admin')
    expect(await inAdmin(admin?.id ?? '')).toMatchObject({ username: 'admin', scimId: null })
  })

  it('by a group is one too, also while deactivated; SCIM deactivates, and people change the address', async () => {
    const { app } = stage
    const { id } = await stage.newUser(okta.createUser(name))
    const users = [{ user: { id: numberOf(id) } }]
    await app.call('POST', '/api/admin/groups', { body: { name: `chiefs-${name}`, rootRole: 1, users } })
    for (const active of [false, true]) {
      expect((await patch(id, { op: 'replace', path: 'active', value: active })).status).toBe(200)
      for (const change of LOGINS) expect((await patch(id, change)).status).toBe(403)
    }
    expect((await patch(id, { op: 'replace', path: 'displayName', value: 'Chief' })).status).toBe(200)
    const path = `/api/admin/user-admin/${numberOf(id)}`
    expect((await app.call('PUT', path, { body: { email: `new-${name}` } })).status).toBe(200)
    expect((await stage.scim('DELETE', `/Users/${id}`)).status).toBe(204)
  })
})

describe('a user that SCIM manages', () => {
  it('cannot be changed by hand while SCIM is on', async () => {
    const { app } = stage
    const { id } = await stage.newUser(okta.createUser(name))
    const path = `/api/admin/user-admin/${numberOf(id)}`
    const attempts = () =>
      Promise.all([
        app.call('PUT', path, { body: { name: 'By hand' } }),
        app.call('POST', `${path}/change-password`, { body: { password: 'Correct-Horse-1' } }),
        app.call('DELETE', path),
      ])
    for (const { status, body } of await attempts()) {
      expect(status).toBe(403)
      expect(body).toMatchObject({
        name: 'ForbiddenError',
        message: 'This user is managed by your SCIM provider and cannot be changed manually',
      })
    }
    await app.call('POST', '/api/admin/scim-settings', { body: { enabled: false } })
    expect((await app.call('PUT', path, { body: { name: 'By hand' } })).status).toBe(200)
    await app.call('POST', '/api/admin/scim-settings', { body: { enabled: true } })
  })

  it('is deleted with all other SCIM users by deleteScimUsers; others stay', async () => {
    const other = await startScim()
    await other.newUser(okta.createUser(name))
    await other.newUser(okta.createUser(`b-${name}`))
    expect((await other.app.call('DELETE', '/api/admin/user-admin/scim-users')).status).toBe(200)
    const { body } = await other.scim<ScimList<ScimUser>>('GET', '/Users')
    expect(body.Resources.map(({ userName }) => userName).sort()).toEqual(['admin', 'ann'])
    await other.app.stop()
  })
})

describe('a list of users', () => {
  it('comes in pages that together hold each user once', async () => {
    const all = (await stage.scim<ScimList<ScimUser>>('GET', '/Users?count=200')).body
    const seen: string[] = []
    for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 3) {
      const { body } = await stage.scim<ScimList<ScimUser>>('GET', `/Users?startIndex=${startIndex}&count=3`)
      expect(body).toMatchObject({ startIndex, totalResults: all.totalResults })
      seen.push(...body.Resources.map(({ id }) => id))
    }
    expect(seen).toEqual(all.Resources.map(({ id }) => id))
    const none = await stage.scim('GET', '/Users?count=0')
    expect(none.body).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 0, Resources: [] })
    expect((await stage.scim('GET', '/Users?startIndex=-5&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
  })

  it.each([
    ['externalId eq "ext-1"', true],
    ['externalId eq "EXT-1"', false],
    ['emails[type eq "work"].value eq "FILTER@example.com"', true],
    ['emails.value co "filter@"', true],
    ['emails[type eq "work" and value ew "@example.com"] and userName sw "filt"', true],
    ['name.familyName eq "lovelace" and active eq true', true],
    ['displayName eq "Nobody" or (active eq true and name.givenName pr)', true],
    ['not (userName eq "filter")', false],
    ['userName ne "filter"', false],
    ['active eq "False"', false],
    ['meta.created gt "2011-05-13T04:42:34Z"', true],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "FILTER"', true],
    ['USERNAME eq "filter"', true],
  ])('is filtered by %s: %s', async (filter, isFound) => {
    const known = (await stage.find<ScimUser>('/Users', 'userName eq "filter"')).Resources[0]
    const user =
      known ??
      (await stage.newUser({
        userName: 'filter',
        externalId: 'ext-1',
        emails: [{ value: 'filter@example.com' }],
        name: { givenName: 'Ada', familyName: 'Lovelace' },
      }))
    const { Resources } = await stage.find<ScimUser>('/Users', filter)
    expect(Resources.some(({ id }) => id === user.id)).toBe(isFound)
  })

  it.each([
    'userName ee "x"',
    'userName eq "x',
    'nickName eq "x"',
    '__proto__ eq "x"',
    'constructor.name eq "x"',
    'active gt true',
    'active eq "maybe"',
    'meta.created gt "yesterday"',
    'not (userName eq "a" and active eq true)',
    `${'('.repeat(900)}`,
    `userName eq "${'x'.repeat(1000)}"`,
    Array(60).fill('(userName eq "Bob" or id pr)').join(' and ').slice(0, 900),
  ])('rejects the filter %s with invalidFilter', async (filter) => {
    const { status, body } = await stage.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ schemas: [ERROR], status: '400', scimType: 'invalidFilter' })
  })

  it('omits attributes that are not requested', async () => {
    const { id } = await stage.newUser(okta.createUser(name))
    const only = await stage.scim('GET', `/Users/${id}?attributes=userName,emails.value`)
    expect(Object.keys(only.body).sort()).toEqual(['emails', 'id', 'schemas', 'userName'])
    const without = await stage.scim('GET', `/Users/${id}?excludedAttributes=emails,id`)
    expect(without.body).toHaveProperty('id')
    expect(without.body).not.toHaveProperty('emails')
  })
})
