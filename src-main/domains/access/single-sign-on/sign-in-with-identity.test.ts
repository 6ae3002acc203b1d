import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import type { CommonSsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import type { NewEvent } from '#kernel/event.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findUserByAnyLogin } from '../users/users.store.ts'
import { isAllowedEmail, type ProvidedIdentity, signInWithIdentity } from './sign-in-with-identity.ts'
import { readMaskedSettings, readSealedSettings, readSsoSettings, writeSsoSettings } from './sso-settings.ts'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann@corp.example', roles: ['Viewer'] }] })
  await app.call('POST', '/api/admin/service-account', {
    body: { name: 'Robot', username: 'robot', rootRole: 3 },
  })
  await app.call('POST', '/api/admin/user-admin', {
    body: { name: 'Chief', username: 'chief', email: 'chief@corp.example', rootRole: 1 },
  })
  await app.call('POST', '/api/admin/user-admin', {
    body: { name: 'Bob', username: 'bob', email: 'Bob@corp.example', rootRole: 3 },
  })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('sign_ins').execute()
})

const history = () => app.backend.store.queries.selectFrom('sign_ins').selectAll().execute()

async function signIn(identity: Partial<ProvidedIdentity>, settings: CommonSsoSettings = {}) {
  const events: NewEvent[] = []
  const effects: (() => void | Promise<void>)[] = []
  const { services, store } = app.backend
  const outcome = await store.transaction((queries) =>
    signInWithIdentity(
      {
        everything: queries,
        now: app.clock.now(),
        ids: { hex: () => crypto.randomUUID().repeat(2) },
        caller: { ip: '198.51.100.7' },
        record: (event: NewEvent) => events.push(event),
        onCommit: (effect: () => void | Promise<void>) => effects.push(effect),
      } as unknown as MutationContext,
      services,
      { integration: 'oidc', subject: 'sub-1', claims: {}, ...identity },
      settings,
    ),
  )
  for (const effect of effects) await effect()
  return { outcome, events: events.map(({ type }) => type) }
}

describe('a sign-in through an identity provider', () => {
  it('finds the user by the e-mail address', async () => {
    const { outcome, events } = await signIn({ email: 'bob@CORP.example' })
    expect(outcome).toMatchObject({
      kind: 'signed-in',
      created: false,
      session: { user: { username: 'bob' } },
    })
    expect(events).toEqual(['user-login'])
    expect(await history()).toMatchObject([
      { method: 'oidc', username: 'bob', successful: true, failure_reason: null, ip: '198.51.100.7' },
    ])
  })

  it('creates the user with the default root role', async () => {
    const { outcome, events } = await signIn(
      { email: 'new@corp.example', username: 'new', name: 'New' },
      { autoCreate: true, defaultRootRole: 'Editor' },
    )
    expect(outcome).toMatchObject({ kind: 'signed-in', created: true })
    expect(events).toEqual(['user-created', 'user-login'])
    const user = await findUserByAnyLogin(app.backend.store.queries, 'new@corp.example')
    const { body } = await app.call('GET', `/api/admin/user-admin/${user?.id}`)
    expect(body).toMatchObject({ username: 'new', name: 'New', rootRole: 2 })
  })

  it('creates a Viewer where no role is set, and leaves out a user name that is taken', async () => {
    await signIn({ email: 'other.bob@corp.example', username: 'bob' }, { autoCreate: true })
    const user = await findUserByAnyLogin(app.backend.store.queries, 'other.bob@corp.example')
    expect(user?.username).toBeNull()
    expect((await app.call('GET', `/api/admin/user-admin/${user?.id}`)).body).toMatchObject({ rootRole: 3 })
  })

  it('prefers the id of a default role over its name', async () => {
    await signIn(
      { email: 'id@corp.example' },
      { autoCreate: true, defaultRootRole: 'Admin', defaultRootRoleId: 3 },
    )
    const user = await findUserByAnyLogin(app.backend.store.queries, 'id@corp.example')
    expect((await app.call('GET', `/api/admin/user-admin/${user?.id}`)).body).toMatchObject({ rootRole: 3 })
  })

  it.each<[string, Partial<ProvidedIdentity>, CommonSsoSettings, RegExp]>([
    ['an unknown person', { email: 'nobody@corp.example' }, {}, /no user nobody@corp.example/],
    ['no address', {}, { autoCreate: true }, /no e-mail address/],
    ['a user name alone, of somebody', { username: 'bob' }, {}, /no e-mail address/],
    ['a user name alone, of an Admin', { username: 'admin', integration: 'saml' }, {}, /as name ID or/],
    ['a user name alone, of nobody', { username: 'new-one' }, { autoCreate: true }, /no e-mail address/],
    [
      'an address that nobody verified',
      { email: 'bob@corp.example', emailVerified: false },
      {},
      /not verified/,
    ],
    ['a foreign domain', { email: 'bob@evil.example' }, { emailDomains: 'corp.example' }, /domain/],
    ['a subdomain', { email: 'bob@a.corp.example' }, { emailDomains: 'corp.example' }, /domain/],
    ['no address where domains are set', { username: 'bob' }, { emailDomains: 'corp.example' }, /no e-mail/],
    ['a service account', { email: 'robot' }, {}, /service account/],
    [
      'an Admin by an address that the provider does not say to have verified',
      { email: 'chief@corp.example' },
      {},
      /is an Admin, and the provider does not say/,
    ],
    [
      'such an Admin whom somebody else began to sign in',
      { email: 'chief@corp.example', startedBy: 4711 },
      {},
      /is an Admin, and the provider does not say/,
    ],
    [
      'a default role that is gone',
      { email: 'x@x.example' },
      { autoCreate: true, defaultRootRoleId: 999 },
      /role/,
    ],
    [
      'a default role of projects',
      { email: 'x@x.example' },
      { autoCreate: true, defaultRootRoleId: 4 },
      /role/,
    ],
  ])('rejects %s, with the reason in the login history', async (_name, identity, settings, reason) => {
    const before = await app.backend.store.queries.selectFrom('sessions').selectAll().execute()
    const { outcome, events } = await signIn(identity, settings)
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(events).toEqual([])
    const [entry, ...others] = await history()
    expect([entry?.successful, others]).toEqual([false, []])
    expect(entry?.failure_reason).toMatch(reason)
    expect(await app.backend.store.queries.selectFrom('sessions').selectAll().execute()).toHaveLength(
      before.length,
    )
  })

  it('finds an Admin by a verified address, by SAML, and in the own session', async () => {
    const chief = await findUserByAnyLogin(app.backend.store.queries, 'chief')
    for (const proof of [{ emailVerified: true }, { integration: 'saml' as const }, { startedBy: chief?.id }])
      expect((await signIn({ email: 'chief@corp.example', ...proof })).outcome.kind).toBe('signed-in')
  })

  it('syncs groups from the claims if that is on', async () => {
    await app.call('POST', '/api/admin/groups', { body: { name: 'QA', mappingsSSO: ['qa'] } })
    const claims = { roles: ['qa'] }
    const email = 'bob@corp.example'
    expect((await signIn({ email, claims })).events).toEqual(['user-login'])
    const { events } = await signIn({ email, claims }, { enableGroupSyncing: true, groupJsonPath: '$.roles' })
    expect(events).toContain('group-user-added')
  })
})

describe('the list of allowed e-mail domains', () => {
  it.each([
    ['a@x.org', undefined, true],
    ['a@x.org', ' , ', true],
    ['a@x.org', 'y.org, X.org', true],
    ['a@x.org', '@x.org', true],
    ['a@x.org', 'y.org', false],
    ['"a@x.org"@y.org', 'x.org', false],
    ['x.org', 'x.org', false],
    [undefined, 'x.org', false],
  ])('for %j with %j is %j', (email, domains, expected) => {
    expect(isAllowedEmail(email, domains)).toBe(expected)
  })
})

describe('the settings of single sign-on', () => {
  it('keep a secret encrypted and return a mask', async () => {
    const { store, services } = app.backend
    const settings = { enabled: true, clientId: 'id', secret: 'hush-hush' }
    await writeSsoSettings(store.queries, services.sealer, 'oidc', settings)
    expect(JSON.stringify(await readSealedSettings(store.queries, 'oidc'))).not.toContain('hush-hush')
    expect(await readMaskedSettings(store.queries, 'oidc')).toEqual({ ...settings, secret: '*****' })
    expect(await readSsoSettings(store.queries, services.sealer, 'oidc')).toEqual(settings)
  })

  it('keep the stored secret when the mask is sent back', async () => {
    const { store, services } = app.backend
    const settings = { enabled: true, clientId: 'id', secret: 'hush-hush' }
    await writeSsoSettings(store.queries, services.sealer, 'oidc', settings)
    await writeSsoSettings(store.queries, services.sealer, 'oidc', { clientId: 'other', secret: '*****' })
    expect(await readSsoSettings(store.queries, services.sealer, 'oidc')).toEqual({
      clientId: 'other',
      secret: 'hush-hush',
    })
  })
})
