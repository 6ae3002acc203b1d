import { generateKeyPairSync } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { LoginEvent } from '../../../src-shared/access/schemas/login-history.ts'
import type { SignInOptions } from '../../../src-shared/access/schemas/single-sign-on.ts'
import {
  CLIENT,
  startFalseProvider,
  type FalseProvider,
  type Falsehood,
} from '../../support/false-provider.ts'
import { startBackend, type Answer, type TestBackend } from '../../support/start-backend.ts'

const SETTINGS = '/api/admin/auth/oidc/settings'
const HOST = 'localhost:4242'
let app: TestBackend
let provider: FalseProvider

beforeAll(async () => {
  provider = await startFalseProvider()
  app = await startBackend({
    env: {
      HALYARD_BASE_URL: `http://${HOST}`,
      UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse',
    },
    rateLimits: { perMinute: {} },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'gatekeeper', permissions: [{ permission: 'UPDATE_AUTH_CONFIGURATION' }], atRoot: true },
    ],
  })
  await app.call('POST', '/api/admin/user-admin', {
    body: { email: 'ann@corp.example', name: 'Ann', rootRole: 1 },
  })
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const settingsNow = () => ({
  enabled: true,
  discoverUrl: `${provider.url}/.well-known/openid-configuration`,
  clientId: CLIENT.id,
  secret: CLIENT.secret,
})
const save = (settings: object) => app.call('POST', SETTINGS, { body: { ...settingsNow(), ...settings } })
beforeEach(async () => {
  provider.next({})
  expect((await save({})).status).toBe(200)
})

const open = (path: string, cookie?: string) =>
  app.call('GET', path, { token: null, headers: { host: HOST, ...(cookie === undefined ? {} : { cookie }) } })
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** Begins a sign-in as a browser does; the provider gets to know its nonce. */
async function begin() {
  const answer = await open('/auth/oidc/login')
  const location = new URL(String(answer.headers['location']))
  provider.nonce = location.searchParams.get('nonce') ?? ''
  const state = location.searchParams.get('state') ?? ''
  return { answer, location, state, cookie: cookieOf(answer) }
}

const comeBack = (query: Record<string, string>, cookie?: string) =>
  open(`/auth/oidc/callback?${String(new URLSearchParams(query))}`, cookie)

/** A whole sign-in, in which the provider answers as said. */
async function signIn(falsehood: Falsehood = {}) {
  provider.next(falsehood)
  const { state, cookie } = await begin()
  return comeBack({ code: 'c', state }, cookie)
}

const lastLogin = async () => {
  const { body } = await app.call('GET', '/api/admin/logins?limit=1')
  return (body as { events: LoginEvent[] }).events[0]
}

/** The browser is back at the sign-in page with the reason, has no session, and the history has the reason. */
async function expectRejected(answer: Answer, reason: RegExp) {
  expect(answer.status).toBe(302)
  expect(answer.headers['set-cookie']).toBeUndefined()
  const reference = /^\/\?sign-in-failed=([0-9a-f]{32})$/.exec(String(answer.headers['location']))?.[1] ?? ''
  const options = (await open(`/auth/options?failure=${reference}`)).body as SignInOptions
  expect(options.failure).toMatch(reason)
  const entry = await lastLogin()
  expect(entry).toMatchObject({ auth_type: 'oidc', successful: false })
  expect(entry?.failure_reason).toMatch(reason)
}

describe('signing in with OpenID Connect', () => {
  it('redirects the browser to the provider with state, nonce and PKCE', async () => {
    const { answer, location } = await begin()
    expect(answer.status).toBe(302)
    expect(`${location.origin}${location.pathname}`).toBe(`${provider.url}/auth`)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: `http://${HOST}/auth/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(location.searchParams.get(name)?.length).toBeGreaterThan(20)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^halyard-oidc=[0-9a-f]{48}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('gives the browser a session of the user with that e-mail address', async () => {
    const answer = await signIn({ claims: { email: 'ANN@corp.example' } })
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' } })
    const me = await app.call('GET', '/api/admin/user', {
      token: null,
      headers: { cookie: cookieOf(answer) },
    })
    expect(me.body).toMatchObject({ user: { email: 'ann@corp.example' } })
    expect(await lastLogin()).toMatchObject({
      auth_type: 'oidc',
      username: 'ann@corp.example',
      successful: true,
    })
    const sent = provider.tokenRequests.at(-1)
    expect(sent?.get('code_verifier')?.length).toBeGreaterThan(40)
    expect(sent?.get('client_secret')).toBeNull()
  })

  it('creates users when that is on, with claims of the user info endpoint as well', async () => {
    await save({ autoCreate: true, defaultRootRole: 'Editor' })
    const answer = await signIn({
      claims: { email: undefined, email_verified: undefined },
      userInfo: { email: 'new@corp.example', name: 'Newcomer', preferred_username: 'newcomer' },
    })
    expect(answer.headers['location']).toBe('/')
    const me = await app.call('GET', '/api/admin/user', {
      token: null,
      headers: { cookie: cookieOf(answer) },
    })
    expect(me.body).toMatchObject({
      user: { name: 'Newcomer', username: 'newcomer', email: 'new@corp.example' },
    })
  })

  it('requests groups and ACR values when they are set, and omits PKCE when it is off', async () => {
    await save({ addGroupsScope: true, acrValues: 'mfa phr', enablePkce: false })
    const { location } = await begin()
    expect(location.searchParams.get('scope')).toBe('openid email profile groups')
    expect(location.searchParams.get('acr_values')).toBe('mfa phr')
    expect(location.searchParams.has('code_challenge')).toBe(false)
    expect((await signIn({ claims: { acr: 'phr' } })).headers['location']).toBe('/')
    await expectRejected(await signIn({ claims: { acr: 'pwd' } }), /class \(acr\): mfa, phr/)
  })

  it('starts at the host to which the provider redirects back', async () => {
    const answer = await app.call('GET', '/auth/oidc/login', {
      token: null,
      headers: { host: '127.0.0.1:4242' },
    })
    expect(answer.headers['location']).toBe(`http://${HOST}/auth/oidc/login?here=1`)
  })

  it('syncs groups from the claims', async () => {
    const { body } = await app.call('POST', '/api/admin/groups', {
      body: { name: 'QA', mappingsSSO: ['qa'] },
    })
    await save({ enableGroupSyncing: true, groupJsonPath: '$.groups' })
    await signIn({ claims: { groups: ['qa'] } })
    const group = await app.call('GET', `/api/admin/groups/${(body as { id: number }).id}`)
    expect(group.body).toMatchObject({ users: [{ user: { email: 'ann@corp.example' } }] })
  })

  it('ends the session at the provider too, when that is on', async () => {
    await save({ enableSingleSignOut: true })
    const cookie = cookieOf(await signIn())
    const out = await open('/auth/oidc/logout', cookie)
    const location = new URL(String(out.headers['location']))
    expect(`${location.origin}${location.pathname}`).toBe(`${provider.url}/end`)
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`http://${HOST}/signed-out`)
    expect(location.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await open('/api/admin/user', cookie)).status).toBe(401)
    const { body } = await app.call('GET', '/api/admin/logins?type=logout&limit=1')
    expect(body).toMatchObject({ events: [{ auth_type: 'oidc', username: 'ann@corp.example' }] })
  })

  it('signs the desktop window in with a ticket that only the desktop issues', async () => {
    const actorOfWindow = async () => (await app.backend.windowContext()).caller.actor
    const signInWith = async (window: string) => {
      const answer = await open(`/auth/oidc/login?window=${window}`)
      const url = new URL(String(answer.headers['location']))
      provider.nonce = url.searchParams.get('nonce') ?? ''
      await comeBack({ code: 'c', state: url.searchParams.get('state') ?? '' }, cookieOf(answer))
    }
    const { windowSignIn } = app.backend
    expect(await actorOfWindow()).toMatchObject({ username: 'admin' })
    await signInWith('guessed')
    expect(await actorOfWindow()).toMatchObject({ username: 'admin' })
    const ticket = windowSignIn.begin()
    await signInWith(ticket)
    expect(await actorOfWindow()).toMatchObject({ username: 'ann@corp.example' })
    windowSignIn.signOut()
    await signInWith(ticket)
    expect(await actorOfWindow()).toMatchObject({ username: 'admin' })
  })

  it('signs out locally when single sign-out is off, also without a session', async () => {
    const cookie = cookieOf(await signIn())
    expect((await open('/auth/oidc/logout', cookie)).headers['location']).toBe('/signed-out')
    expect((await open('/auth/oidc/logout')).headers['location']).toBe('/signed-out')
  })
})

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600
const withClaims = (token: string, claims: object) => {
  const [head, body = '', signature] = token.split('.')
  const all = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), ...claims }
  return [head, Buffer.from(JSON.stringify(all)).toString('base64url'), signature].join('.')
}

/** Answers that a provider never gave, or not for this sign-in. */
const FORGED: [string, () => Falsehood, RegExp][] = [
  ['signed with another key', () => ({ signWith: otherKey }), /signature/],
  [
    'changed after it was signed',
    () => ({ change: (token) => withClaims(token, { email: 'admin@x' }) }),
    /signature/,
  ],
  ['unsigned, with alg none', () => ({ header: { alg: 'none' }, signWith: 'nothing' }), /alg|signature/i],
  ['unsigned, with alg nOnE', () => ({ header: { alg: 'nOnE' }, signWith: 'nothing' }), /alg|signature/i],
  ['without its signature', () => ({ signWith: 'nothing' }), /signature|JWT|not accepted/],
  [
    'signed with the client secret (HS256)',
    () => ({ header: { alg: 'HS256' }, signWith: 'client-secret' }),
    /alg/,
  ],
  ['signed with the public key (HS256)', () => ({ header: { alg: 'HS256' }, signWith: 'public-key' }), /alg/],
  ['of a key that the provider does not have', () => ({ header: { kid: 'k2' } }), /no key|key/],
  ['for another audience', () => ({ claims: { aud: 'another-client' } }), /audience/],
  [
    'for two audiences, another being authorised',
    () => ({ claims: { aud: [CLIENT.id, 'b'], azp: 'b' } }),
    /party/,
  ],
  ['without an audience', () => ({ claims: { aud: undefined } }), /aud|not accepted/],
  ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } }), /issuer/],
  ['of an earlier sign-in (nonce)', () => ({ claims: { nonce: 'of-before' } }), /nonce/],
  ['without a nonce', () => ({ claims: { nonce: undefined } }), /nonce/],
  ['expired', () => ({ claims: { exp: anHourAgo() } }), /expired/],
  ['without an expiry', () => ({ claims: { exp: undefined } }), /exp|not accepted/],
  ['not valid yet', () => ({ claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }), /not valid yet/],
  ['without a subject', () => ({ claims: { sub: undefined } }), /sub|not accepted/],
  ['that is no token', () => ({ change: () => 'nonsense' }), /not accepted/],
  ['with an address that nobody verified', () => ({ claims: { email_verified: false } }), /not verified/],
  ['without an address', () => ({ claims: { email: undefined } }), /no e-mail address/],
  ['of an unknown person', () => ({ claims: { email: 'nobody@corp.example' } }), /no user/],
]

describe('an OpenID Connect callback', () => {
  it.each(FORGED)('that %s is rejected, with the reason', async (_name, falsehood, reason) => {
    await expectRejected(await signIn(falsehood()), reason)
  })

  it('is accepted once, and rejected when replayed', async () => {
    const { state, cookie } = await begin()
    expect((await comeBack({ code: 'c', state }, cookie)).headers['location']).toBe('/')
    await expectRejected(await comeBack({ code: 'c', state }, cookie), /used before/)
  })

  it('with the state of another sign-in is rejected', async () => {
    const { cookie } = await begin()
    await expectRejected(await comeBack({ code: 'c', state: 'guessed' }, cookie), /no sign-in/)
  })

  it('without a state is rejected', async () => {
    const { cookie } = await begin()
    await expectRejected(await comeBack({ code: 'c' }, cookie), /no sign-in/)
  })

  it.each([
    ['without cookie', undefined],
    ['with the cookie of its own sign-in', 'halyard-oidc=00'],
  ])('in another browser, %s, is rejected', async (_name, cookie) => {
    const { state } = await begin()
    await expectRejected(await comeBack({ code: 'c', state }, cookie), /another browser/)
  })

  it('after more than ten minutes is rejected', async () => {
    const { state, cookie } = await begin()
    app.clock.advance(601_000)
    await expectRejected(await comeBack({ code: 'c', state }, cookie), /ten minutes/)
  })

  it('with an error is rejected', async () => {
    const { state, cookie } = await begin()
    await expectRejected(
      await comeBack({ error: 'access_denied', state }, cookie),
      /refused the sign-in: access_denied/,
    )
  })

  it('without a code is rejected', async () => {
    const { state, cookie } = await begin()
    await expectRejected(await comeBack({ state }, cookie), /not accepted/)
  })

  it('with a code unknown to the provider is rejected', async () => {
    await expectRejected(await signIn({ tokenStatus: 400 }), /refused the request: invalid_grant/)
  })

  it('is rejected after OpenID Connect was switched off', async () => {
    const { state, cookie } = await begin()
    await save({ enabled: false })
    await expectRejected(await comeBack({ code: 'c', state }, cookie), /switched off/)
  })

  it('for another e-mail domain is rejected', async () => {
    await save({ emailDomains: 'other.example' })
    await expectRejected(await signIn(), /domain/)
  })
})

describe('a provider that cannot be used', () => {
  it.each([
    ['is switched off', { enabled: false }, /switched off/],
    ['does not answer', { discoverUrl: 'http://127.0.0.1:9/' }, /Nothing listens|cannot be reached/],
    ['is no provider', { discoverUrl: 'PROVIDER/nothing' }, /not accepted|HTTP/],
  ])('%s: redirects back with the reason', async (_name, settings: Record<string, unknown>, reason) => {
    const discoverUrl = (
      (settings['discoverUrl'] as string | undefined) ?? settingsNow().discoverUrl
    ).replace('PROVIDER', provider.url)
    expect((await save({ ...settings, discoverUrl })).status).toBe(200)
    await expectRejected(await open('/auth/oidc/login'), reason)
    expect(await lastLogin()).toMatchObject({ username: 'Incorrectly configured provider' })
  })

  it('in a private network is contacted only where integrations may go there', async () => {
    const strict = await startBackend({ env: { HALYARD_BASE_URL: `http://${HOST}` } })
    await strict.call('POST', SETTINGS, { body: settingsNow() })
    const before = provider.tokenRequests.length
    const answer = await strict.call('GET', '/auth/oidc/login', { token: null, headers: { host: HOST } })
    expect(String(answer.headers['location'])).toMatch(/^\/\?sign-in-failed=/)
    const { body } = await strict.call('GET', '/api/admin/logins')
    expect(body).toMatchObject({
      events: [{ failure_reason: expect.stringMatching(/private network/) as string }],
    })
    expect(provider.tokenRequests).toHaveLength(before)
    await strict.stop()
  })
})

describe('the settings of OpenID Connect', () => {
  it('are returned as they were sent, with the secret masked', async () => {
    const settings = {
      ...settingsNow(),
      autoCreate: true,
      enableSingleSignOut: true,
      defaultRootRole: 'Editor',
      defaultRootRoleId: 2,
      emailDomains: 'corp.example',
      acrValues: 'mfa',
      idTokenSigningAlgorithm: 'RS256',
      enableGroupSyncing: true,
      groupJsonPath: '$.groups',
      addGroupsScope: true,
      enablePkce: true,
    }
    const masked = { ...settings, secret: '*****' }
    expect((await save(settings)).body).toEqual(masked)
    expect((await app.call('GET', SETTINGS)).body).toEqual(masked)
    const stored = await app.backend.store.queries.selectFrom('settings').select('content').execute()
    expect(JSON.stringify(stored)).not.toContain(CLIENT.secret)
    const log = await app.call('GET', '/api/admin/events?type=setting-updated')
    expect(log.text).toContain('"secret":"*****"')
    expect(log.text).not.toContain(CLIENT.secret)
  })

  it('keep the secret when the mask is sent back', async () => {
    expect((await save({ secret: '*****', acrValues: '' })).status).toBe(200)
    expect((await signIn()).headers['location']).toBe('/')
  })

  it.each<[string, object, string]>([
    ['no client id', { clientId: undefined }, '/body/clientId'],
    ['no secret', { secret: undefined }, '/body/secret'],
    ['no discover URL', { discoverUrl: undefined }, '/body/discoverUrl'],
    ['a discover URL that is none', { discoverUrl: 'x' }, '/body/discoverUrl'],
    ['plain HTTP to another machine', { discoverUrl: 'http://sso.example/' }, '/body/discoverUrl'],
    [
      'a masked secret for another provider',
      { secret: '*****', discoverUrl: 'https://evil.example/' },
      '/body/secret',
    ],
    ['a role that does not exist', { defaultRootRoleId: 999 }, '/body/defaultRootRoleId'],
    ['a role of projects', { defaultRootRoleId: 4 }, '/body/defaultRootRoleId'],
    ['an unknown algorithm', { idTokenSigningAlgorithm: 'none' }, '/body/idTokenSigningAlgorithm'],
    ['group syncing without a path', { enableGroupSyncing: true }, '/body/groupJsonPath'],
    ['a path that is none', { groupJsonPath: '$[' }, '/body/groupJsonPath'],
    ['a control character as path', { groupJsonPath: '\u{122e3}\u0002' }, '/body/groupJsonPath'],
  ])('with %s are rejected with 400, and nothing changes', async (_name, settings, path) => {
    const before = (await app.call('GET', SETTINGS)).body
    const answer = await save(settings)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
    expect((await app.call('GET', SETTINGS)).body).toEqual(before)
  })

  it('with a mask but no stored secret are rejected', async () => {
    await app.call('POST', SETTINGS, { body: {} })
    expect(await save({ secret: '*****' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/secret' }] },
    })
  })

  it('need UPDATE_AUTH_CONFIGURATION, and set no default role that the caller lacks', async () => {
    const as = 'gatekeeper'
    expect((await app.call('GET', SETTINGS, { as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', SETTINGS, { as })).status).toBe(200)
    expect((await app.call('POST', SETTINGS, { as, body: settingsNow() })).status).toBe(200)
    const body = { ...settingsNow(), autoCreate: true, defaultRootRole: 'Admin' }
    expect(await app.call('POST', SETTINGS, { as, body })).toMatchObject({
      status: 403,
      body: { name: 'PermissionError' },
    })
  })

  it('cannot be switched off or changed while they are the only way to sign in', async () => {
    await signIn()
    const simple = '/api/admin/auth/simple/settings'
    expect((await app.call('POST', simple, { body: { disabled: true } })).status).toBe(200)
    expect(await save({ enabled: false })).toMatchObject({
      status: 403,
      body: { name: 'InvalidOperationError' },
    })
    expect((await save({ clientId: 'another' })).status).toBe(403)
    expect((await save({ secret: '*****', autoCreate: true })).status).toBe(200)
    expect((await app.call('POST', simple, { body: { disabled: false } })).status).toBe(200)
  })

  it('appear in the statistics and in the options of the sign-in page', async () => {
    expect((await app.call('GET', '/api/admin/instance-admin/statistics')).body).toMatchObject({
      OIDCenabled: true,
      SAMLenabled: false,
      passwordAuthEnabled: true,
    })
    await save({ enableSingleSignOut: true })
    expect((await open('/auth/options')).body).toEqual({
      password: true,
      oidc: true,
      saml: false,
      singleSignOut: ['oidc'],
    })
  })
})
