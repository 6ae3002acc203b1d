import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { responseOf, signed } from '#support/stand-ins/saml-answers.ts'
import { startOidcStage, type OidcStage } from './oidc-stage.ts'
import { startSamlStage, type SamlStage } from './saml-stage.ts'

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
let stage: OidcStage
let ann: number

beforeAll(async () => {
  stage = await startOidcStage()
  await stage.app.call('POST', '/api/admin/user-admin', {
    body: { email: 'bob@corp.example', name: 'Bob', rootRole: 1 },
  })
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.app.backend.store.queries.deleteFrom('provider_identities').execute()
  await stage.reset()
  await stage.save({ autoCreate: true, defaultRootRole: 'Viewer' })
  const user = await stage.userOf(await stage.signIn({ claims: { sub: 'ann-1' } }))
  expect(user?.email).toBe('ann@corp.example')
  ann = user?.id ?? 0
})

const accountsOf = async (id: number) =>
  stage.app.call('GET', `/api/admin/user-admin/${id}/provider-accounts`)
const countUsers = async () =>
  (await stage.app.backend.store.queries.selectFrom('users').select('id').execute()).length

describe('an account at the OpenID Connect provider', () => {
  it('stays the user’s when its e-mail address changes: no second user is created', async () => {
    const before = await countUsers()
    const answer = await stage.signIn({ claims: { sub: 'ann-1', email: 'ann.married@corp.example' } })
    expect(await stage.userOf(answer)).toMatchObject({ id: ann, email: 'ann@corp.example' })
    expect(await countUsers()).toBe(before)
  })

  it('never becomes another user’s: with the address of somebody else it is still the first user’s', async () => {
    const answer = await stage.signIn({ claims: { sub: 'ann-1', email: 'bob@corp.example' } })
    expect(await stage.userOf(answer)).toMatchObject({ id: ann })
  })

  it('does not take over a user who has an account there, and says so', async () => {
    const answer = await stage.signIn({ claims: { sub: 'mallory', email: 'ann@corp.example' } })
    await stage.expectRejected(answer, /ann@corp\.example belongs to another account/)
    expect((await accountsOf(ann)).body).toMatchObject({ accounts: [{ subject: 'ann-1' }] })
  })

  it('of a known person needs no verified address, but one of the allowed domains where they are restricted', async () => {
    const claims = { sub: 'ann-1', email: 'ann@new.example', email_verified: false }
    expect(await stage.userOf(await stage.signIn({ claims }))).toMatchObject({ id: ann })
    await stage.save({ emailDomains: 'new.example' })
    await stage.expectRejected(await stage.signIn({ claims }), /not verified/)
    await stage.save({ emailDomains: 'corp.example' })
    await stage.expectRejected(await stage.signIn({ claims: { ...claims, email_verified: true } }), /domain/)
  })

  it('is forgotten by an Admin: the next account with the address is the user’s', async () => {
    const path = `/api/admin/user-admin/${ann}/provider-accounts`
    expect((await accountsOf(ann)).body).toEqual({
      accounts: [
        {
          integration: 'oidc',
          issuer: stage.provider.url,
          subject: 'ann-1',
          linkedAt: expect.any(String) as string,
        },
      ],
    })
    for (const method of ['GET', 'DELETE'])
      expect((await stage.app.call(method, path, { as: 'viewer' })).status).toBe(403)
    expect((await stage.app.call('DELETE', path)).status).toBe(200)
    expect((await accountsOf(ann)).body).toEqual({ accounts: [] })
    const answer = await stage.signIn({ claims: { sub: 'ann-2' } })
    expect(await stage.userOf(answer)).toMatchObject({ id: ann })
    const log = await stage.app.call('GET', '/api/admin/events?limit=5')
    expect(JSON.stringify(log.body)).not.toContain('ann-1')
  })

  it.each(['GET', 'DELETE'])('is asked for of a user: %s', async (method) => {
    const of = (id: string) => stage.app.call(method, `/api/admin/user-admin/${id}/provider-accounts`)
    expect((await of('99999')).status).toBe(404)
    expect((await of('ann')).status).toBe(400)
  })

  it('ends with its user', async () => {
    expect((await stage.app.call('DELETE', `/api/admin/user-admin/${ann}`)).status).toBe(200)
    const rows = await stage.app.backend.store.queries.selectFrom('provider_identities').selectAll().execute()
    expect(rows).toEqual([])
    await stage.app.call('POST', '/api/admin/user-admin', {
      body: { email: 'ann@corp.example', name: 'Ann', rootRole: 1 },
    })
  })
})

describe('an account at the SAML provider', () => {
  let saml: SamlStage
  beforeAll(async () => {
    saml = await startSamlStage()
    await saml.save({ autoCreate: true, defaultRootRole: 'Viewer' })
  })
  afterAll(() => saml.stop())

  /** Signs in with a name id and an e-mail address. Returns whose session it is. */
  async function signIn(nameId: string, email: string, nameIdFormat = PERSISTENT) {
    const { parts, cookie } = await saml.begin()
    const attributes = { email: [email] }
    const xml = signed(responseOf({ ...parts, nameId, nameIdFormat, attributes }))
    return saml.personOf(await saml.answer(xml, cookie))
  }

  it('is known by its persistent name id, whatever its address', async () => {
    expect(await signIn('p-1', 'ann@example.com')).toBe('ann@example.com')
    expect(await signIn('p-1', 'changed@example.com')).toBe('ann@example.com')
    expect(await signIn('p-1', 'bob@example.com')).toBe('ann@example.com')
    expect(await signIn('p-2', 'ann@example.com')).toContain('belongs to another account')
  })

  it('is another one at another provider', async () => {
    await saml.save({ entityId: 'https://second.example' })
    const { parts, cookie } = await saml.begin()
    const attributes = { email: ['bob@example.com'] }
    const issuer = 'https://second.example'
    const xml = signed(responseOf({ ...parts, nameId: 'p-1', nameIdFormat: PERSISTENT, attributes, issuer }))
    expect(await saml.personOf(await saml.answer(xml, cookie))).toBe('bob@example.com')
    await saml.save({})
  })

  it.each(['transient', 'unspecified'])('is found by address with a name id that is %s', async (format) => {
    const nameIdFormat = `urn:oasis:names:tc:SAML:2.0:nameid-format:${format}`
    expect(await signIn('t-1', 'ann@example.com', nameIdFormat)).toBe('ann@example.com')
    expect(await signIn('t-1', 'bob@example.com', nameIdFormat)).toBe('bob@example.com')
  })
})
