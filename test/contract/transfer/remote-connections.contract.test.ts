import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ConnectionChange } from '#shared/schemas/connection.ts'
import { createRemote, getRemotes, updateRemote } from '#shared/transfer/contract/remotes.ts'
import type { RemoteCheck } from '#shared/transfer/schemas/remote.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { REMOTES } from '#support/stages/remote-stage.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'

const HOST = 'flags.example'
const authority = makeCertificateAuthority('Company Root')
const issued = authority.issue(HOST, { names: [HOST, '127.0.0.1'] })
const person = authority.issue('ann')
const pem = readFileSync(person.file, 'utf8')

let here: TestBackend
let there: TestBackend
let tls: Awaited<ReturnType<typeof startTlsFront>>
let strict: typeof tls
let proxy: ForwardingProxy

beforeAll(async () => {
  ;[here, there] = await Promise.all([startBackend(), startBackend({ env: { HALYARD_ALLOWED_HOSTS: HOST } })])
  const port = Number(new URL(await there.backend.listen('auto')).port)
  const { cert, key } = issued
  tls = await startTlsFront(port, { cert, key })
  strict = await startTlsFront(port, { cert, key, ca: authority.pem, requestCert: true })
  proxy = await startForwardingProxy({ password: 'ann:proxy-secret' })
})
afterAll(async () => {
  await Promise.all([tls, strict, proxy].map((one) => one.stop()))
  await Promise.all([here.stop(), there.stop()])
  authority.remove()
})
beforeEach(() => void (proxy.asked.length = 0))

let count = 0
const add = async (url: string, connection?: ConnectionChange) => {
  const body = { name: `remote ${++count}`, url, ...(connection ? { connection } : {}) }
  const { status, body: made, text } = await here.call(createRemote, { body })
  expect(status, text).toBe(201)
  return made
}
const check = async (id: number) =>
  (await here.call('POST', `${REMOTES}/${id}/check`, { body: { token: ADMIN } })).body as RemoteCheck
const own = (more: object = {}) =>
  ({ proxy: { kind: 'own', url: proxy.url, user: 'ann', ...more } }) as ConnectionChange

describe('the connection of a remote', () => {
  it('trusts an authority of its own, and names the certificate without it', async () => {
    const url = `https://127.0.0.1:${tls.port}`
    expect((await check((await add(url)).id)).problem).toMatchObject({
      code: 'tls',
      text: expect.stringMatching(
        /^This machine does not trust the certificate of 127\.0\.0\.1: CN=flags\.example.* below Connection, in the dialog of the remote\. No token was sent\.$/,
      ) as string,
    })
    const made = await add(url, { ca: authority.pem })
    expect(made.connection?.ca).toMatchObject([{ subject: 'CN=Company Root, O=Example Corp' }])
    expect(await check(made.id)).toMatchObject({ problem: null, flags: 0 })
  })

  it('shows a client certificate, which is sealed', async () => {
    const url = `https://127.0.0.1:${strict.port}`
    expect((await check((await add(url, { ca: authority.pem })).id)).problem).toMatchObject({
      code: 'tls',
      text: expect.stringMatching(/^127\.0\.0\.1 requires a client certificate\./) as string,
    })
    const clientCertificate = { format: 'pem', pem } as const
    const made = await add(url, { ca: authority.pem, clientCertificate })
    expect(await check(made.id)).toMatchObject({ problem: null })
    expect(made.connection?.clientCertificate?.certificate).toMatchObject({ subject: 'CN=ann' })
    const { queries } = here.backend.store
    const rows = await queries.selectFrom('remotes').selectAll().execute()
    const log = await readEventLog(here, { type: 'IS:remote-created' })
    const { text } = await here.call(getRemotes)
    for (const secret of ['PRIVATE KEY', person.key.split('\n')[1] ?? ''])
      expect(JSON.stringify([rows, log]) + text).not.toContain(secret)
    // it says who one is, so another address does not get it
    const params = { id: made.id }
    const body = { name: made.name, url: `https://127.0.0.1:${tls.port}` }
    expect(await here.call(updateRemote, { params, body })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/connection/clientCertificate' }] },
    })
    const connection = { clientCertificate: null }
    expect((await here.call(updateRemote, { params, body: { ...body, connection } })).body).toMatchObject({
      connection: { clientCertificate: null, ca: [{}] },
    })
  })

  it('goes through a proxy of its own, whose password is for it alone', async () => {
    const url = `https://${HOST}:${tls.port}`
    expect((await check((await add(url, { ca: authority.pem, ...own() })).id)).problem).toEqual({
      code: 'proxy',
      text: `The proxy 127.0.0.1:${proxy.port} (set for this connection) does not accept the user and the password (407). Enter them below Connection, in the dialog of the remote.`,
    })
    const { id, name, connection } = await add(url, {
      ca: authority.pem,
      ...own({ password: 'proxy-secret' }),
    })
    expect(connection?.proxy).toEqual({ kind: 'own', url: proxy.url, user: 'ann', hasPassword: true })
    expect(await check(id)).toMatchObject({ problem: null })
    expect(proxy.asked).toContain(`CONNECT ${HOST}:${tls.port}`)
    const params = { id }
    const change = (connection: ConnectionChange) =>
      here.call(updateRemote, { params, body: { name, url, connection } })
    expect((await change(own())).status).toBe(200)
    expect(await check(id)).toMatchObject({ problem: null })
    expect(await change(own({ url: 'http://thief.example:3128' }))).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/connection/proxy/password' }] },
    })
    expect((await change({ ca: null, proxy: { kind: 'usual' } })).body.connection).toBeNull()
  })

  it.each<[string, object, string]>([
    ['no certificate', { ca: 'x' }, 'ca'],
    [
      'a certificate without a key',
      { clientCertificate: { format: 'pem', pem: person.cert } },
      'clientCertificate',
    ],
    [
      'a proxy with a password in its address',
      { proxy: { kind: 'own', url: 'http://ann:b@proxy.example' } },
      'proxy/url',
    ],
    ['a proxy of another kind', { proxy: { kind: 'own', url: 'socks5://proxy.example' } }, 'proxy/url'],
    ['more than the bound', { ca: 'x'.repeat(60_001) }, 'ca'],
  ])('cannot have %s', async (_what, connection, field) => {
    const body = { name: 'refused', url: 'https://a.example', connection }
    expect(await here.call('POST', REMOTES, { body })).toMatchObject({
      status: 400,
      body: { details: [{ path: `/body/connection/${field}` }] },
    })
  })
})
