import { generateKeyPairSync } from 'node:crypto'

import { writeSsoSettings } from '#domains/access/single-sign-on/sso-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { CLIENT, type ProviderFault } from '#support/stand-ins/faulty-provider.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { HOST, SETTINGS, startOidcStage, type OidcStage } from './oidc-stage.ts'

let stage: OidcStage
beforeAll(async () => {
  stage = await startOidcStage()
})
afterAll(() => stage.stop())
beforeEach(() => stage.reset())

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600
const withClaims = (token: string, claims: object) => {
  const [head, body = '', signature] = token.split('.')
  const all = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), ...claims }
  return [head, Buffer.from(JSON.stringify(all)).toString('base64url'), signature].join('.')
}

/** Answers that a provider never gave, or not for this sign-in. */
const FORGED: [string, () => ProviderFault, RegExp][] = [
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
  [
    'with an address that nobody verified',
    () => ({ claims: { sub: 'new', email_verified: false } }),
    /not verified/,
  ],
  ['without an address', () => ({ claims: { email: undefined } }), /no e-mail address/],
  [
    'with a user name for an address',
    () => ({ claims: { sub: 'new', email: 'admin', email_verified: true } }),
    /no e-mail address/,
  ],
  ['of an unknown person', () => ({ claims: { sub: 'new', email: 'nobody@corp.example' } }), /no user/],
]

describe('an OpenID Connect callback', () => {
  it.each(FORGED)('that %s is rejected, with the reason', async (_name, falsehood, reason) => {
    await stage.expectRejected(await stage.signIn(falsehood()), reason)
  })

  it('is accepted once, and rejected when replayed', async () => {
    const { state, cookie } = await stage.begin()
    expect((await stage.comeBack({ code: 'c', state }, cookie)).headers['location']).toBe('/')
    await stage.expectRejected(await stage.comeBack({ code: 'c', state }, cookie), /used before/)
  })

  it('with the state of another sign-in is rejected', async () => {
    const { cookie } = await stage.begin()
    await stage.expectRejected(await stage.comeBack({ code: 'c', state: 'guessed' }, cookie), /no sign-in/)
  })

  it('without a state is rejected', async () => {
    const { cookie } = await stage.begin()
    await stage.expectRejected(await stage.comeBack({ code: 'c' }, cookie), /no sign-in/)
  })

  it.each([
    ['without cookie', undefined],
    ['with the cookie of its own sign-in', 'halyard-oidc=00'],
  ])('in another browser, %s, is rejected', async (_name, cookie) => {
    const { state } = await stage.begin()
    await stage.expectRejected(await stage.comeBack({ code: 'c', state }, cookie), /another browser/)
  })

  it('after more than ten minutes is rejected', async () => {
    const { state, cookie } = await stage.begin()
    stage.app.clock.advance(601_000)
    await stage.expectRejected(await stage.comeBack({ code: 'c', state }, cookie), /ten minutes/)
  })

  it('with an error is rejected', async () => {
    const { state, cookie } = await stage.begin()
    await stage.expectRejected(
      await stage.comeBack({ error: 'access_denied', state }, cookie),
      /refused the sign-in: access_denied/,
    )
  })

  it('without a code is rejected', async () => {
    const { state, cookie } = await stage.begin()
    await stage.expectRejected(await stage.comeBack({ state }, cookie), /not accepted/)
  })

  it('with a code unknown to the provider is rejected', async () => {
    await stage.expectRejected(await stage.signIn({ tokenStatus: 400 }), /refused the request: invalid_grant/)
  })

  it('is rejected after OpenID Connect was turned off', async () => {
    const { state, cookie } = await stage.begin()
    await stage.save({ enabled: false })
    await stage.expectRejected(await stage.comeBack({ code: 'c', state }, cookie), /turned off/)
  })

  it('for another e-mail domain is rejected', async () => {
    await stage.save({ emailDomains: 'other.example' })
    await stage.expectRejected(await stage.signIn(), /domain/)
  })
})

it.each(['/auth/oidc/login', '/auth/oidc/callback?error=x'])(
  'a sign-in with OpenID Connect is rate limited per client: %s',
  async (path) => {
    const app = await startBackend()
    const statuses = new Set<number>()
    for (let n = 0; n < 121; n++)
      statuses.add((await app.call('GET', path, { token: null, ip: '198.51.100.9' })).status)
    expect([...statuses]).toEqual([302, 429])
    await app.stop()
  },
)

describe('a provider that cannot be used', () => {
  it.each([
    ['is turned off', { enabled: false }, /turned off/],
    ['does not answer', { discoverUrl: 'http://127.0.0.1:9/' }, /Nothing listens|cannot be reached/],
    ['is no provider', { discoverUrl: 'PROVIDER/nothing' }, /not accepted|HTTP/],
  ])('%s: redirects back with the reason', async (_name, settings: Record<string, unknown>, reason) => {
    const discoverUrl = (
      (settings['discoverUrl'] as string | undefined) ?? stage.settingsNow().discoverUrl
    ).replace('PROVIDER', stage.provider.url)
    expect((await stage.save({ ...settings, discoverUrl })).status).toBe(200)
    await stage.expectRejected(await stage.open('/auth/oidc/login'), reason)
    expect(await stage.lastLogin()).toMatchObject({ username: 'Incorrectly configured provider' })
  })

  it('in a private network is refused as it is saved, and contacted only where integrations may go there', async () => {
    // with a name for others, others may come: from then on this machine is as private as any other
    const strict = await startBackend({
      env: { HALYARD_BASE_URL: `http://${HOST}`, HALYARD_ALLOWED_HOSTS: 'flags.example' },
    })
    const settings = stage.settingsNow()
    expect(await strict.call('POST', SETTINGS, { body: settings })).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            path: '/body/discoverUrl',
            message:
              'The discover URL must not lead into a private network, unless whoever runs the service allows 127.0.0.1.',
          },
        ],
      },
    })
    // what was saved before, when more was allowed, can be turned off, and is not contacted
    await writeSsoSettings(strict.backend.store.queries, strict.backend.services.sealer, 'oidc', settings)
    const before = stage.provider.tokenRequests.length
    const answer = await strict.call('GET', '/auth/oidc/login', { token: null, headers: { host: HOST } })
    expect(String(answer.headers['location'])).toMatch(/^\/\?sign-in-failed=/)
    const { body } = await strict.call('GET', '/api/admin/logins')
    expect(body).toMatchObject({
      events: [{ failure_reason: expect.stringMatching(/private network/) as string }],
    })
    expect(stage.provider.tokenRequests).toHaveLength(before)
    expect((await strict.call('POST', SETTINGS, { body: { ...settings, enabled: false } })).status).toBe(200)
    await strict.stop()
  })
})
