import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ErrorRecord } from '#shared/errors/error-table.ts'
import { ISSUER, OTHER, PROVIDER, WEAK_CERTIFICATE } from '#support/stand-ins/saml-answers.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const URL = '/api/admin/auth/saml/settings'
const SETTINGS = {
  enabled: true,
  entityId: ISSUER,
  signOnUrl: 'https://idp.example.com/sso',
  signOutUrl: 'https://idp.example.com/slo',
  certificate: PROVIDER.certificate,
}
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_BASE_URL: 'https://halyard.example' },
    users: [
      { username: 'configurer', permissions: [{ permission: 'UPDATE_AUTH_CONFIGURATION' }] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

const save = (body: object, as?: string) => app.call('POST', URL, { body, ...(as ? { as } : {}) })
const read = async () => (await app.call('GET', URL)).body as Record<string, unknown>
const storedText = async () =>
  JSON.stringify(await app.backend.store.queries.selectFrom('settings').selectAll().execute())

describe('the SAML settings', () => {
  it('are empty at first', async () => {
    expect(await read()).toEqual({})
  })

  it('are returned as they were saved, and their event names what changed', async () => {
    const settings = { ...SETTINGS, autoCreate: true, defaultRootRole: 'Viewer', emailDomains: 'a.example' }
    const { status, body } = await save(settings)
    expect([status, body]).toEqual([200, settings])
    expect(await read()).toEqual(settings)
    const { body: log } = await app.call('GET', '/api/admin/events')
    const [event] = (log as { events: { type: string; data: unknown }[] }).events
    expect(event).toMatchObject({ type: 'setting-updated', data: { name: 'saml', entityId: ISSUER } })
  })

  it('encrypt the private key, which is returned nowhere', async () => {
    const { status, body } = await save({ ...SETTINGS, spCertificate: PROVIDER.key + PROVIDER.certificate })
    expect([status, (body as { spCertificate: string }).spCertificate]).toEqual([200, '*****'])
    expect((await read())['spCertificate']).toBe('*****')
    const secret = PROVIDER.key.split('\n')[3] ?? ''
    const events = JSON.stringify((await app.call('GET', '/api/admin/events')).body)
    for (const text of [await storedText(), events]) expect(text).not.toContain(secret)
    // sent back, the mask keeps the key
    await save({ ...SETTINGS, spCertificate: '*****', emailDomains: 'b.example' })
    const { headers } = await app.call('GET', '/auth/saml/login?here=1', { token: null })
    expect(String(headers['location'])).toContain('Signature=')
    await save(SETTINGS)
  })

  it('are kept by a body that says nothing, or whether they are on alone', async () => {
    for (const body of [{}, { enabled: false }, { enabled: true }])
      expect(await save(body)).toMatchObject({ status: 200, body: { ...SETTINGS, ...body } })
  })

  it.each<[string, object]>([
    ['entityId', { ...SETTINGS, entityId: '' }],
    ['entityId', { enabled: true, autoCreate: false }],
    ['signOnUrl', { ...SETTINGS, signOnUrl: undefined }],
    ['certificate', { ...SETTINGS, certificate: undefined }],
    ['certificate', { ...SETTINGS, certificate: 'hello' }],
    ['certificate', { ...SETTINGS, certificate: PROVIDER.key }],
    ['certificate', { ...SETTINGS, certificate: WEAK_CERTIFICATE }],
    ['certificate', { enabled: false, certificate: 'hello' }],
    ['signOnUrl', { ...SETTINGS, signOnUrl: 'javascript:alert(1)' }],
    ['signOutUrl', { ...SETTINGS, signOutUrl: 'nowhere' }],
    ['spCertificate', { ...SETTINGS, spCertificate: PROVIDER.certificate }],
    ['spCertificate', { ...SETTINGS, spCertificate: OTHER.certificate + PROVIDER.key }],
    [
      'spCertificate',
      { ...SETTINGS, spCertificate: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----' },
    ],
    ['groupJsonPath', { ...SETTINGS, enableGroupSyncing: true }],
    ['groupJsonPath', { ...SETTINGS, groupJsonPath: '$[' }],
    ['defaultRootRoleId', { ...SETTINGS, autoCreate: true, defaultRootRoleId: 99 }],
    ['autoCreate', { ...SETTINGS, autoCreate: 'yes' }],
  ])('reject a wrong %s', async (field, body) => {
    const before = await storedText()
    const { status, body: answer } = await save(body)
    expect(status).toBe(400)
    expect((answer as ErrorRecord).details[0]).toMatchObject({
      path: expect.stringContaining(field) as string,
    })
    expect(await storedText()).toBe(before)
  })

  it('accept a certificate in the form of metadata, and several while keys are rotated', async () => {
    const bare = PROVIDER.certificate.replace(/-----[^-]+-----|\s/g, '')
    for (const certificate of [bare, PROVIDER.certificate + OTHER.certificate])
      expect((await save({ ...SETTINGS, certificate })).status).toBe(200)
  })

  it('need the permission for authentication settings', async () => {
    expect((await save(SETTINGS, 'configurer')).status).toBe(200)
    expect((await save(SETTINGS, 'viewer')).status).toBe(403)
    expect((await app.call('GET', URL, { as: 'viewer' })).status).toBe(403)
  })
})

describe('the SAML metadata', () => {
  it('contain the addresses, and the certificate of signed requests', async () => {
    await save({ ...SETTINGS, spCertificate: PROVIDER.key + PROVIDER.certificate })
    const { status, text, headers } = await app.call('GET', '/auth/saml/metadata', { token: null })
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8'])
    for (const part of [
      'entityID="https://halyard.example"',
      'Location="https://halyard.example/auth/saml/callback"',
      'Location="https://halyard.example/auth/saml/logout"',
      'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://halyard.example/auth/saml/logout"',
      'WantAssertionsSigned="true"',
      'AuthnRequestsSigned="true"',
      PROVIDER.certificate.split('\n')[1] ?? 'no certificate',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain(PROVIDER.key.split('\n')[1] ?? '')
    await save(SETTINGS)
    expect((await app.call('GET', '/auth/saml/metadata', { token: null })).status).toBe(200)
  })
})

describe('a sign-in with SAML', () => {
  it('does not start while it is turned off', async () => {
    await save({ ...SETTINGS, enabled: false })
    const { status, headers } = await app.call('GET', '/auth/saml/login?here=1', { token: null })
    expect([status, String(headers['location'])]).toEqual([302, expect.stringContaining('/?sign-in-failed=')])
    await save(SETTINGS)
  })

  it.each([
    ['GET', '/auth/saml/login', {}],
    ['POST', '/auth/saml/callback', { body: { SAMLResponse: 'x' } }],
    ['GET', '/auth/saml/complete?code=x', {}],
    ['GET', '/auth/saml/logout', {}],
    ['POST', '/auth/saml/logout', { body: {} }],
  ])('is rate limited per client: %s %s', async (method, path, call) => {
    const statuses = new Set<number>()
    for (let n = 0; n < 121; n++)
      statuses.add((await app.call(method, path, { token: null, ip: '198.51.100.9', ...call })).status)
    expect([...statuses]).toEqual([302, 429])
  })

  it('accepts a form with each field once', async () => {
    const form = (raw: string) =>
      app.call('POST', '/auth/saml/callback', {
        token: null,
        raw,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await form('SAMLResponse=x')).status).toBe(302)
    expect((await form('SAMLResponse=x&SAMLResponse=y')).status).toBe(400)
    expect((await form('RelayState=x')).status).toBe(400)
    expect((await form(`SAMLResponse=${'x'.repeat(500 * 1024)}`)).status).toBe(413)
  })
})
