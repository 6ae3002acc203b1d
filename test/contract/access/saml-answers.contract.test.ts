import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  assertionOf,
  encoded,
  ISSUER,
  OTHER,
  PROVIDER,
  responseOf,
  signed,
  type AnswerParts,
} from '#support/stand-ins/saml-answers.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'

const FAILED = /^\/\?sign-in-failed=v1\.[\w.-]+$/
const BASE = 'https://halyard.example'
const SETTINGS = {
  enabled: true,
  entityId: ISSUER,
  signOnUrl: 'https://idp.example.com/sso?tenant=1',
  certificate: PROVIDER.certificate,
  emailDomains: 'example.com',
}
let app: TestBackend
let parts: AnswerParts
let cookie: string

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_BASE_URL: BASE },
    rateLimits: { perMinute: {} },
    users: [{ username: 'ann@example.com', roles: ['Viewer'] }],
  })
  const { status } = await app.call('POST', '/api/admin/auth/saml/settings', { body: SETTINGS })
  expect(status).toBe(200)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('sign_ins').execute()
  ;({ parts, cookie } = await begin())
})

/** Begins a sign-in in a browser of its own. */
async function begin(): Promise<{ parts: AnswerParts; cookie: string }> {
  const { status, headers } = await app.call('GET', '/auth/saml/login?here=1', { token: null })
  expect(status).toBe(302)
  const url = new URL(String(headers['location']))
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return {
    parts: {
      request: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
      acs: `${BASE}/auth/saml/callback`,
      audience: BASE,
    },
    cookie: String(headers['set-cookie']).split(';')[0] ?? '',
  }
}

/** Posts an answer as the form of the provider's page does. */
const post = (xml: string): Promise<Answer> =>
  app.call('POST', '/auth/saml/callback', {
    token: null,
    raw: new URLSearchParams({ SAMLResponse: encoded(xml), RelayState: '' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example.com' },
  })
const finish = (location: unknown, from = cookie) =>
  app.call('GET', String(location), { token: null, headers: from === '' ? {} : { cookie: from } })
const history = () =>
  app.backend.store.queries
    .selectFrom('sign_ins')
    .select(['username', 'successful', 'failure_reason', 'method'])
    .execute()

async function signIn(xml: string): Promise<Answer> {
  const { status, headers } = await post(xml)
  expect(status).toBe(302)
  return finish(headers['location'])
}

/** Answers with changed content, signed by the right key. */
const SIGNED: [string, (right: AnswerParts) => Partial<AnswerParts>, string][] = [
  ['has expired', () => ({ expires: -600 }), 'expired'],
  ['has an expired subject', () => ({ subjectExpires: -600 }), 'expired'],
  ['is not valid yet', () => ({ notBefore: 600 }), 'not valid yet'],
  ['is for another audience', () => ({ audience: 'https://other.example' }), 'wrong audience'],
  ['is for an audience that begins alike', () => ({ audience: `${BASE}.evil.example` }), 'wrong audience'],
  ['has no audience', () => ({ conditions: '<saml:Conditions/>' }), 'no audience'],
  ['has no conditions', () => ({ conditions: '' }), 'no conditions'],
  ['is for another recipient', () => ({ recipient: 'https://other.example/acs' }), 'another recipient'],
  ['has another destination', () => ({ destination: 'https://other.example/acs' }), 'another address'],
  ['is of another issuer', () => ({ issuer: 'https://other.example' }), 'another issuer'],
  ['was not asked for', () => ({ inResponseTo: null }), 'not asked for'],
  ['names no request in its subject', () => ({ withoutRequest: true }), 'another sign-in'],
  ['names another request in its subject', () => ({ subjectRequest: '_other' }), 'another sign-in'],
  ['names a request that was not made', () => ({ request: '_1234' }), 'no sign-in that was begun'],
  [
    'names a request with a forged id',
    ({ request }) => ({ request: request.replace(/.(?=...$)/, (one) => (one === '0' ? '1' : '0')) }),
    'no sign-in that was begun',
  ],
  // its last characters would be the same bytes
  [
    'names a request with an id spelt otherwise',
    ({ request }) => ({ request: `${request}=` }),
    'no sign-in that was begun',
  ],
  ['names nobody', () => ({ subject: '' }), 'names nobody'],
  ['has an empty name', () => ({ nameId: '' }), 'names nobody'],
  [
    'has the status of a failure',
    () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    'Responder',
  ],
]

/** Tampers with an answer that was right and signed. */
const TAMPERED: [string, (right: string, parts: AnswerParts) => string, string][] = [
  ['is not signed', (_, own) => responseOf(own), 'not signed'],
  ['is signed by another key', (_, own) => signed(responseOf(own), { by: OTHER }), 'certificate'],
  ['is signed as a whole only', (_, own) => signed(responseOf(own), { what: 'response' }), 'not signed'],
  ['is signed with SHA-1', (_, own) => signed(responseOf(own), { algorithm: 'RSA_SHA1' }), 'rsa-sha1'],
  ['was changed after signing', (xml) => xml.replace('ann@', 'admin@'), 'certificate'],
  [
    'has a comment inside the name',
    (_, own) =>
      signed(responseOf({ ...own, nameId: 'ann@example.com.evil.example' })).replace('.evil', '<!---->.evil'),
    'comment',
  ],
  ['has CDATA', (xml) => xml.replace('ann@example.com', '<![CDATA[ann@example.com]]>'), 'CDATA'],
  ['has a document type', (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`, 'document type'],
  ['has a processing instruction', (xml) => xml.replace('ann@', '<?x?>ann@'), 'processing'],
  ['is no XML', () => 'hello', 'cannot be read'],
  ['is XML of something else', () => '<a/>', 'not a SAML response'],
  [
    'has no signature value',
    (xml) => xml.replace(/<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/, '<ds:SignatureValue/>'),
    '',
  ],
  [
    'has two signatures',
    (xml) => xml.replace(/(<ds:Signature .*?<\/ds:Signature>)/s, '$1$1'),
    'several signatures',
  ],
  // wrapped signatures: the signed assertion is moved aside, a forged one stands in its place
  [
    'XSW: a forged response around the signed one',
    (xml, own) => wrap(xml, (right) => forged(own, right)),
    'assertions',
  ],
  [
    'XSW: a forged assertion before the signed one',
    (xml, own) => xml.replace('<saml:Assertion', `${evil(own)}<saml:Assertion`),
    'assertions',
  ],
  [
    'XSW: a forged assertion after the signed one',
    (xml, own) => xml.replace('</samlp:Response>', `${evil(own)}</samlp:Response>`),
    'assertions',
  ],
  [
    'XSW: the signed assertion inside the forged one',
    (xml, own) =>
      wrap(xml, (right) =>
        responseOf(own, evil(own).replace('</saml:Assertion>', `${right}</saml:Assertion>`)),
      ),
    'assertions',
  ],
  [
    'XSW: the signed assertion in the extensions',
    (xml, own) =>
      wrap(xml, (right) => responseOf(own, `<samlp:Extensions>${right}</samlp:Extensions>${evil(own)}`)),
    'assertions',
  ],
  [
    'XSW: the signed assertion in an object of the signature',
    (xml, own) => wrap(xml, (right) => responseOf(own, evil(own, signatureWith(right)))),
    'assertions',
  ],
  [
    'XSW: both assertions with the same id',
    (xml, own) => {
      const id = /<saml:Assertion [^>]*ID="([^"]+)"/.exec(xml)?.[1] ?? ''
      return xml.replace('<saml:Assertion', `${evil({ ...own, assertionId: id })}<saml:Assertion`)
    },
    'assertions',
  ],
  [
    'XSW: the signature moved to a forged assertion',
    (xml, own) => {
      const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
      return responseOf(own, evil(own, signature))
    },
    'signature',
  ],
  [
    'XSW: the signed assertion under another name',
    (xml, own) =>
      wrap(xml, (right) =>
        responseOf(
          own,
          `${evil(own, /<ds:Signature .*<\/ds:Signature>/s.exec(right)?.[0] ?? '')}<samlp:Extensions>${right
            .replace('<saml:Assertion', '<saml:Advice')
            .replace('</saml:Assertion', '</saml:Advice')}</samlp:Extensions>`,
        ),
      ),
    '',
  ],
]

const evil = (own: AnswerParts, signature = '') =>
  assertionOf({ ...own, nameId: 'admin@example.com' }).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
const forged = (own: AnswerParts, right: string) => responseOf(own, evil(own) + right)
/** Takes the signed assertion out of an answer and puts another answer around it. */
const wrap = (xml: string, around: (right: string) => string) =>
  around(/<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '')
const signatureWith = (right: string) =>
  (/<ds:Signature .*<\/ds:Signature>/s.exec(right)?.[0] ?? '').replace(
    '</ds:Signature>',
    `<ds:Object>${right}</ds:Object></ds:Signature>`,
  )

async function expectRefused(answer: Answer, reason: string): Promise<void> {
  expect([answer.status, answer.headers['location']]).toEqual([302, expect.stringMatching(FAILED)])
  expect(answer.headers['set-cookie']).toBeUndefined()
  const entries = await history()
  expect(entries).toMatchObject([{ method: 'saml', successful: false }])
  expect(entries[0]?.failure_reason).toContain(reason)
}

describe('a SAML answer', () => {
  it.each([
    ['signed as most do', (right: string) => right],
    ['signed twice, the response too', (right: string) => signed(right, { what: 'response' })],
  ])('signs in, %s', async (_name, change) => {
    const answer = await signIn(change(signed(responseOf(parts))))
    expect([answer.status, answer.headers['location']]).toEqual([302, '/'])
    expect(String(answer.headers['set-cookie'])).toMatch(/^unleash-session=.*HttpOnly; Secure; SameSite=Lax/)
    expect(await history()).toMatchObject([{ method: 'saml', username: 'ann@example.com', successful: true }])
  })

  it.each(SIGNED)('that %s is rejected', async (_name, change, reason) => {
    await expectRefused(await post(signed(responseOf({ ...parts, ...change(parts) }))), reason)
  })

  it.each(TAMPERED)('that %s is rejected', async (_name, change, reason) => {
    await expectRefused(await post(change(signed(responseOf(parts)), parts)), reason)
  })

  it('is rejected the second time, with every other answer to the same request', async () => {
    const xml = signed(responseOf(parts))
    expect((await signIn(xml)).headers['location']).toBe('/')
    for (const again of [xml, signed(responseOf(parts))]) {
      await app.backend.store.queries.deleteFrom('sign_ins').execute()
      await expectRefused(await post(again), 'used before')
    }
  })

  it('is rejected when its assertion was used for another request', async () => {
    expect((await signIn(signed(responseOf({ ...parts, assertionId: '_twice' })))).headers['location']).toBe(
      '/',
    )
    await app.backend.store.queries.deleteFrom('sign_ins').execute()
    const second = await begin()
    await expectRefused(
      await post(signed(responseOf({ ...second.parts, assertionId: '_twice' }))),
      'used before',
    )
  })

  it('is rejected ten minutes after the sign-in began', async () => {
    app.clock.advance(11 * 60_000)
    await expectRefused(await post(signed(responseOf(parts))), 'too long')
  })

  it.each([
    ['no', ''],
    ['another', `halyard-sign-in=${'0'.repeat(48)}`],
  ])('signs nobody in where %s browser began the sign-in', async (_name, from) => {
    const { headers } = await post(signed(responseOf(parts)))
    await expectRefused(await finish(headers['location'], from), 'another browser')
    // the code is used up as well
    expect((await finish(headers['location'])).headers['location']).toMatch(FAILED)
  })

  it.each([
    ['of another e-mail domain', 'ann@other.example', 'e-mail domain'],
    ['of a user name that an Admin has', 'admin', 'no e-mail address'],
    ['of nobody who is known', 'new@example.com', 'There is no user'],
  ])('%s is rejected with that name', async (_name, nameId, reason) => {
    const answer = await signIn(signed(responseOf({ ...parts, nameId })))
    await expectRefused(answer, reason)
    expect((await history())[0]?.username).toBe(nameId)
  })

  it('is rejected with a user name as e-mail address, though an Admin has this user name', async () => {
    const attributes = { email: ['admin'], uid: ['admin'] }
    await expectRefused(
      await signIn(signed(responseOf({ ...parts, nameId: 'x', attributes }))),
      'no e-mail address',
    )
  })

  it('is rejected while SAML is turned off', async () => {
    await app.call('POST', '/api/admin/auth/saml/settings', { body: { ...SETTINGS, enabled: false } })
    await expectRefused(await post(signed(responseOf(parts))), 'not turned on')
    await app.call('POST', '/api/admin/auth/saml/settings', { body: SETTINGS })
  })

  it('may come from a page of any site, and carries no session there', async () => {
    const { status } = await post('hello')
    expect(status).toBe(302)
    const other = await app.call('POST', '/auth/simple/login', {
      token: null,
      body: { username: 'x', password: 'y' },
      headers: { origin: 'https://idp.example.com' },
    })
    expect(other.status).toBe(403)
  })

  it('was forged in the expected number of ways', () => {
    expect(SIGNED.length + TAMPERED.length).toBe(41)
  })
})
