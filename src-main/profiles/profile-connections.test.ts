import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import type { ConnectionChange } from '#shared/schemas/connection.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { faultOf, listed, LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'
import type { SubscriptionMessage } from '#transport/rpc/responder.ts'
import type { Profiles } from './profiles.ts'

const HOST = 'flags.example'
const PASSWORD = 'a password of length'
const authority = makeCertificateAuthority('Company Root')
const issued = authority.issue(HOST, { names: [HOST, 'localhost', '127.0.0.1'] })
const person = authority.issue('boss')
const clientCertificate = {
  format: 'pkcs12',
  base64: readFileSync(person.pkcs12).toString('base64'),
  passphrase: 'p12-secret',
} as const

let there: TestBackend
let token: string
const fronts: Awaited<ReturnType<typeof startTlsFront>>[] = []
let open: ForwardingProxy
let closed: ForwardingProxy
let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles

/** Ports of the same instance: that of everybody, and that which requires a client certificate. */
const ports = { tls: 0, strict: 0 }

beforeAll(async () => {
  there = await startBackend({
    users: [{ username: 'boss', roles: ['Admin'] }],
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD, HALYARD_ALLOWED_HOSTS: HOST },
  })
  const url = await there.backend.listen('auto')
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  token = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body.secret
  const { cert, key } = issued
  const port = Number(new URL(url).port)
  const tls = await startTlsFront(port, { cert, key })
  const strict = await startTlsFront(port, { cert, key, ca: authority.pem, requestCert: true })
  fronts.push(tls, strict)
  Object.assign(ports, { tls: tls.port, strict: strict.port })
  open = await startForwardingProxy()
  closed = await startForwardingProxy({ password: 'ann:proxy-secret' })
})
afterAll(async () => {
  await Promise.all([...fronts, open, closed].map((one) => one.stop()))
  await there.stop()
  authority.remove()
})
beforeEach(async () => {
  temp = makeTempFolder()
  profiles = await startProfiles(temp.folder)
  open.asked.length = closed.asked.length = 0
})
afterEach(async () => {
  await profiles.closeAll()
  temp.remove()
})

const create = (kind: 'remote' | 'original', url: string, connection?: ConnectionChange) =>
  profiles.create({
    kind,
    ...LOOK,
    url,
    credentials: { kind: 'token', token },
    ...(connection ? { connection } : {}),
  })
const nameOfMe = async (id: string) => {
  const answer = await (await profiles.open(id)).answer({ path: 'getMe', type: 'query', input: {}, signal })
  return JSON.stringify(answer)
}
const through = (proxy: ForwardingProxy, more: { user?: string; password?: string } = {}) => ({
  proxy: { kind: 'own', url: proxy.url, user: '', ...more } as const,
})
const stored = () => readFileSync(path.join(temp.folder, 'home/window/profiles.json'), 'utf8')
const last = () => listed(profiles).at(-1)

describe.each(['remote', 'original'] as const)('a profile of another kind of service: %s', (kind) => {
  const here = (front: 'tls' | 'strict') => `https://localhost:${ports[front]}`
  const away = () => `https://${HOST}:${ports.tls}`

  it('needs to know the authority of its certificate, and says so', async () => {
    expect(await faultOf(create(kind, here('tls')))).toMatch(
      /^\/body\/url: This machine does not trust the certificate of localhost: CN=flags\.example.*, or choose its PEM file below Connection, in the dialog of the instance\.$/,
    )
    const id = await create(kind, here('tls'), { ca: authority.pem })
    expect(await nameOfMe(id)).toContain('boss')
    expect(last()).toMatchObject({
      connection: { ca: [{ subject: 'CN=Company Root, O=Example Corp' }], proxy: { kind: 'usual' } },
    })
  })

  it('shows its client certificate, which is stored encrypted', async () => {
    expect(await faultOf(create(kind, here('strict'), { ca: authority.pem }))).toBe(
      '/body/url: localhost requires a client certificate. Choose one below Connection, in the dialog of the instance.',
    )
    const id = await create(kind, here('strict'), { ca: authority.pem, clientCertificate })
    expect(await nameOfMe(id)).toContain('boss')
    expect(last()).toMatchObject({
      connection: { clientCertificate: { format: 'pkcs12', certificate: null } },
    })
    const pem = readFileSync(person.file, 'utf8')
    await profiles.change(id, { connection: { clientCertificate: { format: 'pem', pem } } })
    expect(await nameOfMe(id)).toContain('boss')
    expect(last()).toMatchObject({
      connection: {
        clientCertificate: { certificate: { subject: 'CN=boss', issuer: 'CN=Company Root, O=Example Corp' } },
      },
    })
    for (const secret of ['p12-secret', 'PRIVATE KEY', clientCertificate.base64.slice(0, 60)])
      expect(stored() + JSON.stringify([listed(profiles), profiles.export(id)])).not.toContain(secret)
    // and still there after a restart
    await profiles.closeAll()
    profiles = await startProfiles(temp.folder)
    expect(await nameOfMe(id)).toContain('boss')
  })

  it('goes through a proxy of its own, with a password and without', async () => {
    const id = await create(kind, away(), { ca: authority.pem, ...through(open) })
    expect(await nameOfMe(id)).toContain('boss')
    expect(open.asked).toContain(`CONNECT ${HOST}:${ports.tls}`)
    await profiles.remove(id, { withData: false })
    expect(await faultOf(create(kind, away(), { ca: authority.pem, ...through(closed) }))).toBe(
      `/body/url: The proxy 127.0.0.1:${closed.port} (set for this connection) requires a user and a password (407). Enter them below Connection, in the dialog of the instance.`,
    )
    const secret = { user: 'ann', password: 'proxy-secret' }
    const other = await create(kind, away(), { ca: authority.pem, ...through(closed, secret) })
    expect(await nameOfMe(other)).toContain('boss')
    expect(last()).toMatchObject({ connection: { proxy: { kind: 'own', user: 'ann', hasPassword: true } } })
    expect(stored()).not.toContain('proxy-secret')
  })
})

describe('the connection of a profile', () => {
  const away = () => `https://${HOST}:${ports.tls}`
  const secret = { user: 'ann', password: 'proxy-secret' }

  it('carries the stream of changes and the sign-in by password, too', async () => {
    const connection = { ca: authority.pem, ...through(closed, secret) }
    const credentials = { kind: 'password', username: 'admin', password: PASSWORD } as const
    const id = await profiles.create({ kind: 'remote', ...LOOK, url: away(), credentials, connection })
    const ending = new AbortController()
    const call = { path: 'changes', type: 'subscription', input: undefined, signal: ending.signal } as const
    const messages = (await (await profiles.open(id)).answer(call)) as AsyncIterable<SubscriptionMessage>
    for await (const message of messages) if (message.type === 'state' && message.state === 'pending') break
    ending.abort()
    expect(new Set(closed.asked)).toEqual(new Set([`CONNECT ${HOST}:${ports.tls}`]))
  })

  it('keeps the password of its proxy for this proxy and user alone', async () => {
    const id = await create('remote', away(), { ca: authority.pem, ...through(closed, secret) })
    await profiles.change(id, { connection: through(closed, { user: 'ann' }) })
    expect(await nameOfMe(id)).toContain('boss')
    expect(await faultOf(profiles.change(id, { connection: through(open, { user: 'ann' }) }))).toBe(
      '/body/connection/proxy/password: The proxy or its user is another one now. Enter the password again.',
    )
    await profiles.change(id, { connection: { ca: null, proxy: { kind: 'usual' } } })
    expect(last()).not.toHaveProperty('connection')
    expect(stored()).not.toContain('connection')
  })

  it.each<[string, ConnectionChange, string]>([
    ['an authority that is none', { ca: 'CA' }, 'ca: The file has no certificate in PEM format'],
    [
      'a damaged authority',
      { ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' },
      'ca: The file has a certificate that cannot be read.',
    ],
    [
      'a certificate without its key',
      { clientCertificate: { format: 'pem', pem: person.cert } },
      'clientCertificate: A certificate and its key in PEM format are needed',
    ],
    [
      'the key of another certificate',
      { clientCertificate: { format: 'pem', pem: person.cert + issued.key } },
      'clientCertificate: The key does not belong to the certificate.',
    ],
    [
      'a file without its passphrase',
      { clientCertificate: { format: 'pkcs12', base64: clientCertificate.base64 } },
      'clientCertificate/passphrase: The key needs its passphrase.',
    ],
    [
      'another passphrase',
      { clientCertificate: { ...clientCertificate, passphrase: 'x' } },
      'clientCertificate/passphrase: The passphrase is wrong.',
    ],
    [
      'a file that is none',
      { clientCertificate: { format: 'pkcs12', base64: 'AAAA' } },
      'clientCertificate: The file is none of the format PKCS#12.',
    ],
  ])('is not saved with %s', async (_what, connection, fault) => {
    expect(await faultOf(create('remote', away(), connection))).toContain(`/body/connection/${fault}`)
    expect(listed(profiles)).toHaveLength(1)
  })
})
