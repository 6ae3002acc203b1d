import { Constants } from 'samlify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import {
  AES_256_GCM,
  assertionOf,
  encrypted,
  OTHER,
  PROVIDER,
  responseOf,
  signed,
} from '#support/stand-ins/saml-answers.ts'
import type { AnswerParts } from '#support/stand-ins/saml-answers.ts'
import { startSamlStage, type SamlStage } from './saml-stage.ts'

const { data: DATA, key: KEY } = Constants.algorithms.encryption
/** Key pair of Halyard in these tests. */
const OURS = OTHER
const UNREADABLE = /cannot be read: it was encrypted for another key .* or it is not signed/
let stage: SamlStage

beforeAll(async () => {
  stage = await startSamlStage()
  await stage.save({ spCertificate: OURS.key + OURS.certificate })
})
afterAll(() => stage.stop())

/** Signs in with an answer made for a sign-in. Returns whose session it is, or the reason. */
async function signIn(make: (parts: AnswerParts) => string | Promise<string>) {
  const { parts, cookie } = await stage.begin()
  return stage.personOf(await stage.answer(await make(parts), cookie))
}

const right = (parts: AnswerParts) => signed(responseOf(parts))
const inside = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''

describe('an encrypted SAML assertion', () => {
  it.each([
    ['AES-256 in GCM', AES_256_GCM],
    ['AES-128 in GCM', DATA.AES_128_GCM],
    ['AES-256 in CBC, as Entra ID does', DATA.AES_256],
    ['AES-128 in CBC', DATA.AES_128],
  ])('signs in, encrypted with %s', async (_name, data) => {
    expect(await signIn((parts) => encrypted(right(parts), OURS.certificate, { data }))).toBe(
      'ann@example.com',
    )
  })

  it('signs in where the response is signed too', async () => {
    const both = async (parts: AnswerParts) =>
      signed(await encrypted(right(parts), OURS.certificate), { what: 'response' })
    expect(await signIn(both)).toBe('ann@example.com')
  })

  it.each<[string, (parts: AnswerParts) => string | Promise<string>, RegExp]>([
    ['for another key', (parts) => encrypted(right(parts), PROVIDER.certificate), UNREADABLE],
    ['and not signed inside', (parts) => encrypted(responseOf(parts), OURS.certificate), UNREADABLE],
    [
      'and signed by another provider',
      (parts) => encrypted(signed(responseOf(parts), { by: OTHER }), OURS.certificate),
      UNREADABLE,
    ],
    [
      'and signed with SHA-1',
      (parts) => encrypted(signed(responseOf(parts), { algorithm: 'RSA_SHA1' }), OURS.certificate),
      UNREADABLE,
    ],
    [
      'and changed after signing',
      (parts) => encrypted(right(parts).replace('ann@', 'bob@'), OURS.certificate),
      UNREADABLE,
    ],
    [
      'with a comment inside the name',
      (parts) => encrypted(right(parts).replace('ann@', 'ann<!---->@'), OURS.certificate),
      UNREADABLE,
    ],
    [
      'and signed as a response only',
      async (parts) => signed(await encrypted(responseOf(parts), OURS.certificate), { what: 'response' }),
      UNREADABLE,
    ],
    [
      'whose ciphertext was changed',
      async (parts) =>
        (await encrypted(right(parts), OURS.certificate)).replace(
          /(<(?:\w+:)?CipherValue>)([A-Za-z0-9+/])([^<]{400,})(?![\s\S]*CipherValue>[A-Za-z])/,
          (_all, open: string, first: string, rest: string) => `${open}${first === 'A' ? 'B' : 'A'}${rest}`,
        ),
      UNREADABLE,
    ],
    [
      'with RSA 1.5',
      (parts) => encrypted(right(parts), OURS.certificate, { key: KEY.RSA_1_5 }),
      /encrypted with http.*rsa-1_5/,
    ],
    [
      'with Triple DES',
      (parts) => encrypted(right(parts), OURS.certificate, { data: DATA.TRI_DEC }),
      /encrypted with http.*tripledes/,
    ],
    [
      'beside a forged one in clear',
      async (parts) =>
        (await encrypted(right(parts), OURS.certificate)).replace(
          '</samlp:Response>',
          `${assertionOf({ ...parts, nameId: 'bob@example.com' })}</samlp:Response>`,
        ),
      /2 assertions/,
    ],
    [
      'twice',
      async (parts) =>
        (await encrypted(right(parts), OURS.certificate)).replace(
          /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s,
          '$&$&',
        ),
      /2 assertions/,
    ],
    [
      'in the extensions',
      async (parts) =>
        (await encrypted(right(parts), OURS.certificate)).replace(
          /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s,
          '<samlp:Extensions>$&</samlp:Extensions>',
        ),
      /not where it belongs/,
    ],
    [
      'with a second assertion inside',
      (parts) =>
        encrypted(
          right(parts).replace(
            '</saml:Assertion>',
            `<saml:Advice>${inside(right(parts)).replaceAll('saml:Assertion', 'saml:Evidence')}</saml:Advice></saml:Assertion>`,
          ),
          OURS.certificate,
        ),
      UNREADABLE,
    ],
    [
      'that has expired',
      (parts) => encrypted(right({ ...parts, expires: -600 }), OURS.certificate),
      /expired/,
    ],
    [
      'for another audience',
      (parts) => encrypted(right({ ...parts, audience: 'https://other.example' }), OURS.certificate),
      /wrong audience/,
    ],
    [
      'for another recipient',
      (parts) => encrypted(right({ ...parts, recipient: 'https://other.example/acs' }), OURS.certificate),
      /another recipient/,
    ],
  ])('%s is refused with the reason', async (_name, make, reason) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(await signIn(make)).toMatch(reason)
    warned.mockRestore()
  })

  it('works once', async () => {
    const { parts, cookie } = await stage.begin()
    const xml = await encrypted(right(parts), OURS.certificate)
    expect(await stage.personOf(await stage.answer(xml, cookie))).toBe('ann@example.com')
    expect(await stage.personOf(await stage.answer(xml, cookie))).toMatch(/used before/)
  })

  it('is refused where Halyard has no private key', async () => {
    await stage.save({})
    expect(await signIn((parts) => encrypted(right(parts), OURS.certificate))).toMatch(/no private key/)
    await stage.save({ spCertificate: OURS.key + OURS.certificate })
  })

  it('is announced in the metadata with the certificate to encrypt for', async () => {
    const { text } = await stage.app.call('GET', '/auth/saml/metadata', { token: null })
    const descriptor = /<KeyDescriptor use="encryption">.*?<\/KeyDescriptor>/s.exec(text)?.[0] ?? ''
    expect(descriptor).toContain(OURS.certificate.split('\n')[1])
    expect(descriptor).toContain('aes256-gcm')
  })
})

describe('the desktop window', () => {
  it('is signed in with SAML by a ticket that only the desktop gives out, once', async () => {
    const { backend } = stage.app
    const actor = async () => (await backend.windowContext()).caller.actor
    const signInWith = async (ticket: string) => {
      const { parts, cookie } = await stage.begin(`&window=${ticket}`)
      expect(await stage.personOf(await stage.answer(right(parts), cookie))).toBe('ann@example.com')
    }
    await signInWith('guessed')
    expect(await actor()).toMatchObject({ username: 'admin' })
    const ticket = backend.windowSignIn.begin()
    await signIn(right)
    expect(await actor()).toMatchObject({ username: 'admin' })
    await signInWith(ticket)
    expect(await actor()).toMatchObject({ username: 'ann@example.com' })
    backend.windowSignIn.signOut()
    await signInWith(ticket)
    expect(await actor()).toMatchObject({ username: 'admin' })
  })

  it('keeps its ticket on the way to the host that the provider knows', async () => {
    const { headers } = await stage.app.call('GET', '/auth/saml/login?window=a%26b', {
      token: null,
      headers: { host: '127.0.0.1:4242' },
    })
    expect(headers['location']).toBe('https://halyard.example/auth/saml/login?here=1&window=a%26b')
  })
})
