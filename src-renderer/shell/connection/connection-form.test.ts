import { describe, expect, it } from 'vitest'

import type { ConnectionFacts } from '#shared/schemas/connection.ts'
import {
  certificateInWords,
  connectionChangeOf,
  connectionDraftOf,
  connectionInWords,
  readClientCertificate,
  readPem,
} from './connection-form.ts'

const authority = { subject: 'CN=Root', issuer: 'CN=Root', validTo: '2030-01-01' }
const FACTS: ConnectionFacts = {
  ca: [authority],
  clientCertificate: { format: 'pkcs12', certificate: null },
  proxy: { kind: 'own', url: 'http://proxy.example:3128', user: 'ann', hasPassword: true },
  isUnreadable: false,
}
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name)

describe('the form of a connection', () => {
  it('sends nothing that was not changed', () => {
    for (const facts of [null, undefined, FACTS])
      expect(connectionChangeOf(connectionDraftOf(facts), facts)).toBeUndefined()
  })

  it('keeps the password of a proxy that stays as it is, and sends a new one', () => {
    const draft = connectionDraftOf(FACTS)
    expect(connectionChangeOf({ ...draft, proxyPassword: 'x' }, FACTS)).toEqual({
      proxy: { kind: 'own', url: 'http://proxy.example:3128', user: 'ann', password: 'x' },
    })
    expect(connectionChangeOf({ ...draft, proxyUser: 'bob ' }, FACTS)).toEqual({
      proxy: { kind: 'own', url: 'http://proxy.example:3128', user: 'bob' },
    })
    expect(connectionChangeOf({ ...draft, proxy: 'none' }, FACTS)).toEqual({ proxy: { kind: 'none' } })
  })

  it('sends the files that were chosen, and removes those that are not wanted', () => {
    const draft = connectionDraftOf(FACTS)
    const certificate = { name: 'a.p12', content: { format: 'pkcs12', base64: 'AAAA' } as const }
    expect(connectionChangeOf({ ...draft, ca: null, certificate, passphrase: 'p' }, FACTS)).toEqual({
      ca: null,
      clientCertificate: { format: 'pkcs12', base64: 'AAAA', passphrase: 'p' },
    })
    expect(connectionChangeOf({ ...draft, certificate: null }, FACTS)).toEqual({ clientCertificate: null })
  })

  it('says in words what differs from the usual', () => {
    expect(connectionInWords(connectionDraftOf(null), null)).toBeUndefined()
    expect(connectionInWords(connectionDraftOf(FACTS), FACTS)).toBe(
      'own authority, client certificate, own proxy',
    )
    const draft = { ...connectionDraftOf(FACTS), ca: null, certificate: null, proxy: 'none' as const }
    expect(connectionInWords(draft, FACTS)).toBe('no proxy')
    expect(certificateInWords(authority)).toBe('CN=Root, valid to 2030-01-01')
    expect(certificateInWords({ ...authority, issuer: 'CN=B' })).toBe(
      'CN=Root, issued by CN=B, valid to 2030-01-01',
    )
  })

  it('reads PEM, also of several files, and binary certificates', async () => {
    expect(await readPem([file('a.pem', PEM), file('b.pem', PEM)])).toBe(`${PEM}\n${PEM}`)
    const pem = await readPem([file('windows.cer', new Uint8Array([0x30, 0x82, 0xff]))])
    expect(pem).toBe('-----BEGIN CERTIFICATE-----\nMIL/\n-----END CERTIFICATE-----\n')
    await expect(readPem([file('all.pem', 'x'.repeat(60_001))])).rejects.toThrow('all.pem is too long')
  })

  it('tells a client certificate in PEM from one in PKCS#12', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----\n'
    expect(await readClientCertificate([file('a.crt', PEM), file('a.key', key)])).toEqual({
      format: 'pem',
      pem: `${PEM}\n${key}`,
    })
    expect(await readClientCertificate([file('a.p12', new Uint8Array([0x30, 0x82, 0xff]))])).toEqual({
      format: 'pkcs12',
      base64: 'MIL/',
    })
  })
})
