import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { CLIENT } from '#support/stand-ins/faulty-provider.ts'
import { cookieOf, HOST, SETTINGS, startOidcStage, type OidcStage } from './oidc-stage.ts'

let stage: OidcStage
beforeAll(async () => {
  stage = await startOidcStage()
})
afterAll(() => stage.stop())
beforeEach(() => stage.reset())

describe('signing in with OpenID Connect', () => {
  it('redirects the browser to the provider with state, nonce and PKCE', async () => {
    const { answer, location } = await stage.begin()
    expect(answer.status).toBe(302)
    expect(`${location.origin}${location.pathname}`).toBe(`${stage.provider.url}/auth`)
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
    const answer = await stage.signIn({ claims: { email: 'ANN@corp.example' } })
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' } })
    const me = await stage.app.call('GET', '/api/admin/user', {
      token: null,
      headers: { cookie: cookieOf(answer) },
    })
    expect(me.body).toMatchObject({ user: { email: 'ann@corp.example' } })
    expect(await stage.lastLogin()).toMatchObject({
      auth_type: 'oidc',
      username: 'ann@corp.example',
      successful: true,
    })
    const sent = stage.provider.tokenRequests.at(-1)
    expect(sent?.get('code_verifier')?.length).toBeGreaterThan(40)
    expect(sent?.get('client_secret')).toBeNull()
  })

  it('creates users when that is on, with claims of the user info endpoint as well', async () => {
    await stage.save({ autoCreate: true, defaultRootRole: 'Editor' })
    const answer = await stage.signIn({
      claims: { sub: 'sub-2', email: undefined, email_verified: undefined },
      userInfo: { sub: 'sub-2', email: 'new@corp.example', name: 'Newcomer', preferred_username: 'newcomer' },
    })
    expect(answer.headers['location']).toBe('/')
    const me = await stage.app.call('GET', '/api/admin/user', {
      token: null,
      headers: { cookie: cookieOf(answer) },
    })
    expect(me.body).toMatchObject({
      user: { name: 'Newcomer', username: 'newcomer', email: 'new@corp.example' },
    })
  })

  it('takes an address that the provider does not say to have verified for an Admin in the own session only', async () => {
    const { app } = stage
    const [email, password] = ['chief@corp.example', 'Str0ng-Passw0rd-11']
    await app.call('POST', '/api/admin/user-admin', { body: { email, password, rootRole: 1 } })
    const claims = { sub: 'sub-chief', email, email_verified: undefined }
    await stage.expectRejected(await stage.signIn({ claims }), /is an Admin, and the provider does not say/)
    const session = await app.call('POST', '/auth/simple/login', {
      token: null,
      body: { username: email, password },
    })
    const own = await stage.signIn({ claims }, cookieOf(session))
    expect(await stage.userOf(own)).toMatchObject({ email })
    // from then on the account at the provider is known
    expect(await stage.userOf(await stage.signIn({ claims }))).toMatchObject({ email })
  })

  it('requests groups and ACR values when they are set, and omits PKCE when it is off', async () => {
    await stage.save({ addGroupsScope: true, acrValues: 'mfa phr', enablePkce: false })
    const { location } = await stage.begin()
    expect(location.searchParams.get('scope')).toBe('openid email profile groups')
    expect(location.searchParams.get('acr_values')).toBe('mfa phr')
    expect(location.searchParams.has('code_challenge')).toBe(false)
    expect((await stage.signIn({ claims: { acr: 'phr' } })).headers['location']).toBe('/')
    await stage.expectRejected(await stage.signIn({ claims: { acr: 'pwd' } }), /class \(acr\): mfa, phr/)
  })

  it('starts at the host to which the provider redirects back', async () => {
    const answer = await stage.app.call('GET', '/auth/oidc/login', {
      token: null,
      headers: { host: '127.0.0.1:4242' },
    })
    expect(answer.headers['location']).toBe(`http://${HOST}/auth/oidc/login?here=1`)
  })

  it('syncs groups from the claims', async () => {
    const { body } = await stage.app.call('POST', '/api/admin/groups', {
      body: { name: 'QA', mappingsSSO: ['qa'] },
    })
    await stage.save({ enableGroupSyncing: true, groupJsonPath: '$.groups' })
    await stage.signIn({ claims: { groups: ['qa'] } })
    const group = await stage.app.call('GET', `/api/admin/groups/${(body as { id: number }).id}`)
    expect(group.body).toMatchObject({ users: [{ user: { email: 'ann@corp.example' } }] })
  })

  it('ends the session at the provider too, when that is on', async () => {
    await stage.save({ enableSingleSignOut: true })
    const cookie = cookieOf(await stage.signIn())
    const kept = await stage.app.backend.store.queries
      .selectFrom('sessions')
      .select('provider_session as origin')
      .execute()
    const out = await stage.open('/auth/oidc/logout', cookie)
    const location = new URL(String(out.headers['location']))
    expect(`${location.origin}${location.pathname}`).toBe(`${stage.provider.url}/end`)
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`http://${HOST}/signed-out`)
    const idToken = location.searchParams.get('id_token_hint') ?? ''
    expect(idToken).toMatch(/^ey/)
    expect(JSON.stringify(kept)).toContain('idToken')
    expect(JSON.stringify(kept)).not.toContain(idToken)
    expect((await stage.open('/api/admin/user', cookie)).status).toBe(401)
    const { body } = await stage.app.call('GET', '/api/admin/logins?type=logout&limit=1')
    expect(body).toMatchObject({ events: [{ auth_type: 'oidc', username: 'ann@corp.example' }] })
  })

  it('signs the desktop window in with a ticket that only the desktop issues', async () => {
    const actorOfWindow = async () => (await stage.app.backend.windowContext()).caller.actor
    const signInWith = async (window: string) => {
      const answer = await stage.open(`/auth/oidc/login?window=${window}`)
      const url = new URL(String(answer.headers['location']))
      stage.provider.nonce = url.searchParams.get('nonce') ?? ''
      await stage.comeBack({ code: 'c', state: url.searchParams.get('state') ?? '' }, cookieOf(answer))
    }
    const { windowSignIn } = stage.app.backend
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
    const cookie = cookieOf(await stage.signIn())
    expect((await stage.open('/auth/oidc/logout', cookie)).headers['location']).toBe('/signed-out')
    expect((await stage.open('/auth/oidc/logout')).headers['location']).toBe('/signed-out')
  })
})

describe('the settings of OpenID Connect', () => {
  it('are returned as they were sent, with the secret masked', async () => {
    const settings = {
      ...stage.settingsNow(),
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
    expect((await stage.save(settings)).body).toEqual(masked)
    expect((await stage.app.call('GET', SETTINGS)).body).toEqual(masked)
    const stored = await stage.app.backend.store.queries.selectFrom('settings').select('content').execute()
    expect(JSON.stringify(stored)).not.toContain(CLIENT.secret)
    const log = await stage.app.call('GET', '/api/admin/events?type=setting-updated')
    expect(log.text).toContain('"secret":"*****"')
    expect(log.text).not.toContain(CLIENT.secret)
  })

  it('keep the secret when the mask is sent back', async () => {
    expect((await stage.save({ secret: '*****', acrValues: '' })).status).toBe(200)
    expect((await stage.signIn()).headers['location']).toBe('/')
  })

  it('are kept by a body that says nothing, or whether they are on alone', async () => {
    await stage.save({ emailDomains: 'corp.example' })
    const all = { ...stage.settingsNow(), emailDomains: 'corp.example', secret: '*****' }
    for (const body of [{}, { enabled: false }, { enabled: true }])
      expect(await stage.app.call('POST', SETTINGS, { body })).toMatchObject({
        status: 200,
        body: { ...all, ...body },
      })
    await stage.save({ emailDomains: '' })
    expect((await stage.signIn()).headers['location']).toBe('/')
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
    const before = (await stage.app.call('GET', SETTINGS)).body
    const answer = await stage.save(settings)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
    expect((await stage.app.call('GET', SETTINGS)).body).toEqual(before)
  })

  it('with a mask but no stored secret are rejected', async () => {
    await stage.app.call('POST', SETTINGS, { body: { enabled: false, clientId: 'another' } })
    expect(await stage.save({ secret: '*****' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/secret' }] },
    })
  })

  it('need UPDATE_AUTH_CONFIGURATION, and set no default role that the caller lacks', async () => {
    const as = 'gatekeeper'
    expect((await stage.app.call('GET', SETTINGS, { as: 'viewer' })).status).toBe(403)
    expect((await stage.app.call('GET', SETTINGS, { as })).status).toBe(200)
    expect((await stage.app.call('POST', SETTINGS, { as, body: stage.settingsNow() })).status).toBe(200)
    const body = { ...stage.settingsNow(), autoCreate: true, defaultRootRole: 'Admin' }
    expect(await stage.app.call('POST', SETTINGS, { as, body })).toMatchObject({
      status: 403,
      body: { name: 'PermissionError' },
    })
  })

  it('cannot be turned off or changed while they are the only way to sign in', async () => {
    await stage.signIn()
    const simple = '/api/admin/auth/simple/settings'
    expect((await stage.app.call('POST', simple, { body: { disabled: true } })).status).toBe(200)
    expect(await stage.save({ enabled: false })).toMatchObject({
      status: 403,
      body: { name: 'InvalidOperationError' },
    })
    expect((await stage.save({ clientId: 'another' })).status).toBe(403)
    expect((await stage.save({ secret: '*****', autoCreate: true })).status).toBe(200)
    expect((await stage.app.call('POST', simple, { body: { disabled: false } })).status).toBe(200)
  })

  it('appear in the statistics and in the options of the sign-in page', async () => {
    expect((await stage.app.call('GET', '/api/admin/instance-admin/statistics')).body).toMatchObject({
      OIDCenabled: true,
      SAMLenabled: false,
      passwordAuthEnabled: true,
    })
    await stage.save({ enableSingleSignOut: true })
    const options = { password: true, oidc: true, saml: false }
    expect((await stage.open('/auth/options')).body).toEqual({ ...options, singleSignOut: [] })
    // the session of a browser says where it has to end too
    const cookie = cookieOf(await stage.signIn())
    const asked = async () => (await stage.open('/auth/options', cookie)).body
    expect(await asked()).toEqual({ ...options, singleSignOut: ['oidc'] })
    await stage.save({ enableSingleSignOut: false })
    expect(await asked()).toEqual({ ...options, singleSignOut: [] })
  })
})
