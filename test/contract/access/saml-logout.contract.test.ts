import { createSign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { encoded, ISSUER, OTHER, PROVIDER, responseOf, signed } from '#support/stand-ins/saml-answers.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const BASE = 'https://halyard.example'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SIGNED_OUT = '/signed-out'
let app: TestBackend
let session: string

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_BASE_URL: BASE },
    rateLimits: { perMinute: {} },
    users: [{ username: 'ann@example.com', roles: ['Viewer'] }],
  })
  const settings = {
    enabled: true,
    entityId: ISSUER,
    signOnUrl: 'https://idp.example.com/sso',
    signOutUrl: 'https://idp.example.com/slo',
    certificate: PROVIDER.certificate,
  }
  expect((await app.call('POST', '/api/admin/auth/saml/settings', { body: settings })).status).toBe(200)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('sign_ins').execute()
  session = await signIn()
})

const inflated = (location: unknown, name: string) =>
  inflateRawSync(Buffer.from(new URL(String(location)).searchParams.get(name) ?? '', 'base64')).toString()

/** Signs Ann in with SAML. Returns her session cookie. */
async function signIn(): Promise<string> {
  const begun = await app.call('GET', '/auth/saml/login?here=1', { token: null })
  const request = /ID="([^"]+)"/.exec(inflated(begun.headers['location'], 'SAMLRequest'))?.[1] ?? ''
  const xml = signed(responseOf({ request, acs: `${BASE}/auth/saml/callback`, audience: BASE }))
  const answer = await app.call('POST', '/auth/saml/callback', {
    token: null,
    body: { SAMLResponse: encoded(xml) },
  })
  // ann@example.com is the user name: there is no user with that e-mail address
  const done = await app.call('GET', String(answer.headers['location']), {
    token: null,
    headers: { cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '' },
  })
  return String(done.headers['set-cookie']).split(';')[0] ?? ''
}
const isSignedIn = async () =>
  (await app.call('GET', '/api/admin/user', { token: null, headers: { cookie: session } })).status === 200

const requestOf = ({
  nameId = 'ann@example.com',
  issuer = ISSUER,
  destination = `${BASE}/auth/saml/logout`,
} = {}) =>
  '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"' +
  ` ID="_logout1" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}">` +
  `<saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>` +
  '<samlp:SessionIndex>session-1</samlp:SessionIndex></samlp:LogoutRequest>'

/** Signs a message as a query, the way providers do. */
function queryOf(xml: string, { key = PROVIDER.key, algorithm = RSA_SHA256, small = false } = {}): string {
  const message = deflateRawSync(xml).toString('base64')
  const encode = (text: string) => {
    const escaped = encodeURIComponent(text)
    return small ? escaped.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()) : escaped
  }
  const unsigned = `SAMLRequest=${encode(message)}&RelayState=${encode('a/b')}&SigAlg=${encode(algorithm)}`
  const hash = algorithm.endsWith('sha1') ? 'RSA-SHA1' : 'RSA-SHA256'
  return `${unsigned}&Signature=${encode(createSign(hash).update(unsigned).sign(key, 'base64'))}`
}
const ask = (query: string) => app.call('GET', `/auth/saml/logout?${query}`, { token: null })
const failure = async () =>
  (
    await app.backend.store.queries.selectFrom('sign_ins').selectAll().where('type', '=', 'logout').execute()
  ).map((entry) => entry.failure_reason)

describe('a logout request of the provider', () => {
  it.each([false, true])('ends the session and is answered, with lower-case escapes: %s', async (small) => {
    expect(await isSignedIn()).toBe(true)
    const { status, headers } = await ask(queryOf(requestOf(), { small }))
    expect(status).toBe(302)
    expect(String(headers['location'])).toMatch(/^https:\/\/idp\.example\.com\/slo\?/)
    expect(inflated(headers['location'], 'SAMLResponse')).toContain('InResponseTo="_logout1"')
    expect(new URL(String(headers['location'])).searchParams.get('RelayState')).toBe('a/b')
    expect(await isSignedIn()).toBe(false)
    expect(await failure()).toEqual([null])
  })

  it('ends no session of other users', async () => {
    expect((await ask(queryOf(requestOf({ nameId: 'bob@example.com' })))).status).toBe(302)
    expect(await isSignedIn()).toBe(true)
  })

  it.each([
    ['is not signed', () => queryOf(requestOf()).replace(/&Signature=.*/, ''), 'not signed'],
    ['is signed by another key', () => queryOf(requestOf(), { key: OTHER.key }), 'signature'],
    [
      'is signed with SHA-1',
      () => queryOf(requestOf(), { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'sha1',
    ],
    ['was changed after signing', () => queryOf(requestOf()).replace('a%2Fb', 'a%2Fc'), 'signature'],
    ['is of another issuer', () => queryOf(requestOf({ issuer: 'https://other.example' })), 'issuer'],
    [
      'is for another address',
      () => queryOf(requestOf({ destination: 'https://other.example' })),
      'another address',
    ],
    ['holds a comment', () => queryOf(requestOf({ nameId: 'ann@example.com<!-- -->' })), 'comment'],
    ['is something else', () => queryOf('<a/>'), 'no request to sign out'],
    ['unpacks to more than it should', () => queryOf('a'.repeat(400_000)), ''],
  ])('that %s ends no session', async (_name, query, reason) => {
    const { status, headers } = await ask(query())
    expect([status, headers['location']]).toEqual([302, SIGNED_OUT])
    expect(await isSignedIn()).toBe(true)
    expect((await failure())[0]).toContain(reason)
  })

  it('can be a signed form', async () => {
    const form = (xml: string) =>
      app.call('POST', '/auth/saml/logout', { token: null, body: { SAMLRequest: encoded(xml) } })
    const unsigned = requestOf()
    for (const bad of [unsigned, signed(unsigned, { by: OTHER, what: 'logout' })]) {
      expect((await form(bad)).headers['location']).toBe(SIGNED_OUT)
      expect(await isSignedIn()).toBe(true)
    }
    const { headers } = await form(signed(unsigned, { what: 'logout' }))
    expect(String(headers['location'])).toContain('SAMLResponse=')
    expect(await isSignedIn()).toBe(false)
  })
})

describe('signing out', () => {
  it.each([
    ['GET', '/auth/saml/logout'],
    ['POST', '/logout'],
  ])('redirects to the provider: %s %s', async (method, path) => {
    const { status, headers } = await app.call(method, path, { token: null, headers: { cookie: session } })
    expect(status).toBe(302)
    const request = inflated(headers['location'], 'SAMLRequest')
    expect(request).toContain('ann@example.com')
    expect(request).toContain('session-1')
    expect(await isSignedIn()).toBe(false)
  })

  it('ends the local session, whatever the provider answers', async () => {
    for (const path of ['/auth/saml/logout?SAMLResponse=x', '/auth/saml/logout'])
      expect((await app.call('GET', path, { token: null })).headers['location']).toBe(SIGNED_OUT)
    expect((await app.call('GET', '/auth/saml/logout?Signature=x', { token: null })).status).toBe(400)
  })
})
