import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import type { AddressPolicy } from '../address-policy.ts'
import { explainFailure, Outbound } from '../outbound.ts'
import { SETTING_PLACES } from './certificate-error.ts'
import { Network } from './network.ts'
import { findWaysBy } from './proxies.ts'
import { TrustedCertificates } from './trusted-certificates.ts'

const EVERYWHERE = { allowPrivate: true, allowList: [] }
const PUBLIC_ONLY = { allowPrivate: false, allowList: [] }
const AUTO = { proxy: 'auto', user: '', password: '', noProxy: [], env: {}, source: 'the setting proxy' }

const authority = makeCertificateAuthority('Example Root')
const stranger = makeCertificateAuthority('Another Root')
const issued = authority.issue('flags.example', { names: ['flags.example', 'localhost', '127.0.0.1'] })
const client = authority.issue('ann')

const trustOf = (ca?: string, env: NodeJS.ProcessEnv = {}) =>
  new TrustedCertificates({ env, ca, warn: (problem) => warnings.push(problem) })
const warnings: string[] = []
const answer = () => ({ status: 200, body: 'yes' })
const servers: RecordingServer[] = []
const proxies: ForwardingProxy[] = []
const serve = async (tls?: Parameters<typeof startRecordingServer>[1]) => {
  const server = await startRecordingServer(answer, tls)
  servers.push(server)
  return server
}
const startProxy = async (options?: Parameters<typeof startForwardingProxy>[0]) => {
  const proxy = await startForwardingProxy(options)
  proxies.push(proxy)
  return proxy
}

let plain: RecordingServer
let secure: RecordingServer
let strict: RecordingServer
beforeAll(async () => {
  plain = await serve()
  secure = await serve({ cert: issued.cert, key: issued.key })
  strict = await serve({ cert: issued.cert, key: issued.key, requestCert: true, ca: authority.pem })
})
beforeEach(() => {
  for (const { seen } of [plain, secure, strict]) seen.length = 0
  for (const { asked } of proxies) asked.length = 0
  warnings.length = 0
})
afterAll(async () => {
  await Promise.all([...servers, ...proxies].map((one) => one.stop()))
  authority.remove()
  stranger.remove()
})

const portOf = ({ url }: RecordingServer) => new URL(url).port
const through = (network: Network, policy: AddressPolicy = EVERYWHERE) => new Outbound(policy, {}, network)
const failure = (outbound: Outbound, url: string) =>
  outbound.fetch(url).then(
    () => 'no failure',
    (error: unknown) => explainFailure(error, new URL(url).hostname),
  )

describe('a certificate', () => {
  it('of an unknown authority is refused before anything is sent, and named with what to do', async () => {
    const text = await failure(through(new Network({ trusted: trustOf() })), secure.url)
    expect(text).toMatch(
      /^This machine does not trust the certificate of 127\.0\.0\.1: CN=flags\.example, issued by CN=Example Root, O=Example Corp, valid to \d{4}-\d\d-\d\d\. If you do, add the authority CN=Example Root, O=Example Corp to the certificates of the system, or name its PEM file in the setting caFile \(HALYARD_CA_FILE\)\.$/,
    )
    expect(secure.seen).toEqual([])
  })

  it.each([
    ['the operator’s file', () => new Network({ trusted: trustOf(authority.pem) })],
    [
      'NODE_EXTRA_CA_CERTS',
      () => new Network({ trusted: trustOf(undefined, { NODE_EXTRA_CA_CERTS: authority.file }) }),
    ],
    [
      'the system’s file',
      () => new Network({ trusted: trustOf(undefined, { SSL_CERT_FILE: authority.file }) }),
    ],
    [
      'the terms of one connection',
      () => new Network({ trusted: trustOf() }).with({ ca: authority.pem, places: SETTING_PLACES }),
    ],
    ['itself, without its authority', () => new Network({ trusted: trustOf(issued.cert) })],
  ])('of an authority of %s is accepted', async (_where, network) => {
    const response = await through(network()).fetch(`${secure.url}/path?a=1`, { method: 'POST', body: 'x' })
    expect(await response.text()).toBe('yes')
    expect(secure.seen).toMatchObject([
      { method: 'POST', path: '/path?a=1', body: 'x', headers: { host: `127.0.0.1:${portOf(secure)}` } },
    ])
  })

  it('of another authority is refused, whatever else is trusted', async () => {
    expect(await failure(through(new Network({ trusted: trustOf(stranger.pem) })), secure.url)).toContain(
      'does not trust',
    )
  })

  it('has the text of its fault: expired, another name, self-signed, no TLS', async () => {
    const trusting = through(new Network({ trusted: trustOf(authority.pem) }))
    const expired = await serve(authority.issue('old.example', { names: ['127.0.0.1'], days: -1 }))
    expect(await failure(trusting, expired.url)).toMatch(
      /has expired: CN=old\.example, .*, valid to \d{4}-\d\d-\d\d\./,
    )
    const other = await serve(authority.issue('other.example', { names: ['other.example', 'b.example'] }))
    expect(await failure(trusting, other.url)).toContain(
      'is for other names (other.example, b.example): CN=other.example',
    )
    const selfSigned = await serve({
      cert: stranger.pem,
      key: readFileSync(stranger.file.replace('.pem', '.key'), 'utf8'),
    })
    expect(await failure(trusting, selfSigned.url)).toMatch(/issued by itself.*add this certificate to/)
    expect(await failure(trusting, plain.url.replace('http:', 'https:'))).toContain('does not speak TLS')
  })

  it('that cannot be read does not keep the others from counting, and a missing file is reported', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
    const network = new Network({
      trusted: trustOf(broken + authority.pem, { NODE_EXTRA_CA_CERTS: '/nowhere.pem' }),
    })
    expect((await through(network).fetch(secure.url)).status).toBe(200)
    expect(warnings).toEqual([
      expect.stringContaining('NODE_EXTRA_CA_CERTS names /nowhere.pem, which cannot be read'),
    ])
  })
})

describe('a client certificate', () => {
  const trusted = trustOf(authority.pem)

  it('is asked for by name where there is none', async () => {
    expect(await failure(through(new Network({ trusted })), strict.url)).toBe(
      '127.0.0.1 requires a client certificate. Name its file in the setting clientCertificates (HALYARD_CLIENT_CERTIFICATES).',
    )
    expect(strict.seen).toEqual([])
  })

  it.each([
    ['PEM', { format: 'pem' as const, pem: client.cert + client.key }],
    [
      'PKCS#12',
      {
        format: 'pkcs12' as const,
        base64: readFileSync(client.pkcs12).toString('base64'),
        passphrase: 'p12-secret',
      },
    ],
  ])('is shown from %s', async (_format, clientCertificate) => {
    const own = new Network({ trusted }).with({ clientCertificate, places: SETTING_PLACES })
    expect((await through(own).fetch(strict.url)).status).toBe(200)
    const byHost = new Network({ trusted, clientCertificates: new Map([['127.0.0.1', clientCertificate]]) })
    expect((await through(byHost).fetch(strict.url)).status).toBe(200)
    // for another host it is not shown
    expect(await failure(through(byHost), strict.url.replace('127.0.0.1', 'localhost'))).toContain(
      'requires a client certificate',
    )
  })

  it('of another authority is named as not accepted, also by a server that does not say why', async () => {
    const { cert, key } = stranger.issue('mallory')
    const clientCertificate = { format: 'pem' as const, pem: cert + key }
    const own = through(new Network({ trusted }).with({ clientCertificate, places: SETTING_PLACES }))
    expect(await failure(own, strict.url)).toContain(
      '127.0.0.1 closed the connection. It may not accept the client certificate.',
    )
    const { url, stop } = await startOpensslServer()
    expect(await failure(own, url)).toMatch(/^127\.0\.0\.1 does not accept the client certificate \(ERR_SSL_/)
    await stop()
  })
})

/** A server that refuses with an alert, as most servers do. */
async function startOpensslServer() {
  const file = authority.issue('alert.example', { names: ['127.0.0.1'] }).file
  const options = [
    '-cert',
    file,
    '-key',
    file,
    '-CAfile',
    authority.file,
    '-Verify',
    '1',
    '-verify_return_error',
  ]
  const server = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-www', ...options])
  const ended = once(server, 'exit')
  let said = ''
  for await (const chunk of server.stdout) {
    said += String(chunk)
    if (/ACCEPT \S+:\d+/.test(said)) break
  }
  const port = /ACCEPT \S+:(\d+)/.exec(said)?.[1] ?? ''
  return { url: `https://127.0.0.1:${port}`, stop: async () => void (server.kill(), await ended) }
}

describe('a proxy', () => {
  const trusted = trustOf(authority.pem)
  const by = (choice: Partial<Parameters<typeof findWaysBy>[0]>) =>
    new Network({ trusted, findWays: findWaysBy({ ...AUTO, ...choice }) })

  it('is gone through by CONNECT for https, and by the whole URL for http', async () => {
    const proxy = await startProxy()
    const network = by({ proxy: proxy.url })
    expect((await through(network).fetch(`https://flags.example:${portOf(secure)}/a`)).status).toBe(200)
    expect((await through(network).fetch(`http://flags.example:${portOf(plain)}/b?c=1`)).status).toBe(200)
    expect(proxy.asked).toEqual([
      `CONNECT flags.example:${portOf(secure)}`,
      `GET http://flags.example:${portOf(plain)}/b?c=1`,
    ])
    expect(plain.seen).toMatchObject([
      { path: '/b?c=1', headers: { host: `flags.example:${portOf(plain)}` } },
    ])
    expect(plain.seen[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  it('is signed in to, and its refusals are told from those of the host', async () => {
    const proxy = await startProxy({ password: 'ann:s3cret' })
    const [https, http] = [`https://flags.example:${portOf(secure)}`, `http://flags.example:${portOf(plain)}`]
    const name = `The proxy 127.0.0.1:${proxy.port} (the setting proxy)`
    for (const url of [https, http]) {
      expect(
        (await through(by({ proxy: proxy.url, user: 'ann', password: 's3cret' })).fetch(url)).status,
      ).toBe(200)
      expect(await failure(through(by({ proxy: proxy.url })), url)).toBe(
        `${name} requires a user and a password (407). ${SETTING_PLACES.proxyPassword}`,
      )
      expect(await failure(through(by({ proxy: proxy.url, user: 'ann', password: 'x' })), url)).toBe(
        `${name} does not accept the user and the password (407). ${SETTING_PLACES.proxyPassword}`,
      )
    }
    proxy.refuse = { status: 407, headers: { 'proxy-authenticate': 'Negotiate' } }
    expect(await failure(through(by({ proxy: proxy.url })), https)).toContain('asks to sign in by Negotiate')
    proxy.refuse = { status: 403 }
    expect(await failure(through(by({ proxy: proxy.url })), https)).toContain(
      `${name} does not allow connections to flags.example:${portOf(secure)} (403).`,
    )
    proxy.refuse = undefined
    expect(
      await failure(
        through(by({ proxy: proxy.url, user: 'ann', password: 's3cret' })),
        'https://flags.example:1',
      ),
    ).toBe(`${name} cannot reach flags.example:1 (502).`)
  })

  it('that is not there is named, and the next way is taken if there is one', async () => {
    const url = `https://localtest.example:${portOf(secure)}`
    expect(await failure(through(by({ proxy: 'http://127.0.0.1:1' })), url)).toBe(
      'The proxy 127.0.0.1:1 (the setting proxy) cannot be reached (ECONNREFUSED).',
    )
    const proxy = await startProxy()
    const system = async () => `PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}; DIRECT`
    expect((await through(by({ system })).fetch(`https://flags.example:${portOf(secure)}`)).status).toBe(200)
    expect(await failure(through(by({ system: async () => 'SOCKS5 a:1' })), url)).toContain(
      'does not speak (SOCKS5 a:1)',
    )
  })

  it('over TLS is checked as a server is', async () => {
    const proxy = await startProxy({})
    const outer = await serve({ cert: issued.cert, key: issued.key })
    expect(
      await failure(
        through(by({ proxy: outer.url.replace('127.0.0.1', 'localhost') })),
        'https://flags.example/',
      ),
    ).toContain('The proxy localhost')
    expect(proxy.asked).toEqual([])
  })

  it.each<[string, NodeJS.ProcessEnv, string, boolean]>([
    ['HTTPS_PROXY for https', { HTTPS_PROXY: 'PROXY' }, 'https://a.example', true],
    [
      'https_proxy for https',
      { https_proxy: 'PROXY', HTTPS_PROXY: 'http://127.0.0.1:1' },
      'https://a.example',
      true,
    ],
    ['HTTPS_PROXY not for http', { HTTPS_PROXY: 'PROXY' }, 'http://a.example', false],
    ['HTTP_PROXY for http', { HTTP_PROXY: 'PROXY' }, 'http://a.example', true],
    ['ALL_PROXY for both', { ALL_PROXY: 'PROXY' }, 'http://a.example', true],
    ['ALL_PROXY for mail servers', { ALL_PROXY: 'PROXY' }, 'smtp://a.example:25', true],
    ['HTTPS_PROXY not for mail servers', { HTTPS_PROXY: 'PROXY' }, 'smtp://a.example:25', false],
    ['no variable for this machine', { ALL_PROXY: 'PROXY' }, 'http://localhost:4242', false],
    ['no variable for this machine by address', { ALL_PROXY: 'PROXY' }, 'http://127.0.0.1:4242', false],
  ])('of the environment: %s', async (_what, env, url, isThrough) => {
    const set = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value?.replace('PROXY', 'proxy.example:3128')]),
    )
    const [way] = await by({ env: set }).waysTo(new URL(url))
    expect(way?.host).toBe(isThrough ? 'proxy.example' : undefined)
  })

  it.each<[string, string, boolean]>([
    ['a.example', 'https://a.example/', true],
    ['a.example', 'https://b.a.example/', true],
    ['.a.example', 'https://b.a.example/', true],
    ['*.a.example', 'https://b.a.example/', true],
    ['a.example', 'https://ba.example/', false],
    ['a.example:8443', 'https://a.example/', false],
    ['a.example:8443', 'https://a.example:8443/', true],
    ['a.example:443', 'https://a.example/', true],
    ['*', 'https://a.example/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.0.0.0/99', 'http://10.1.2.3/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
    ['[fd00::1]:80', 'http://[fd00::1]/', true],
    ['10.1.2.3', 'http://10.1.2.3/', true],
    ['A.Example', 'https://a.example/', true],
  ])('is left out by noProxy %s for %s: %s', async (entry, url, isOut) => {
    const [way] = await by({ proxy: 'http://p.example:1', noProxy: [entry] }).waysTo(new URL(url))
    expect(way === undefined).toBe(isOut)
  })

  it('holds a user and a password of the environment, also with signs in them', async () => {
    const [way] = await by({ env: { HTTPS_PROXY: 'http://ann:p%40ss@proxy.example:3128' } }).waysTo(
      new URL('https://a.example'),
    )
    expect(way?.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`)
  })

  it('reaches no private network for one who may not, and looks no name up in his place', async () => {
    const proxy = await startProxy()
    const network = by({ proxy: proxy.url })
    const bound = through(network, PUBLIC_ONLY)
    for (const url of [
      'https://10.0.0.1/',
      'http://192.168.1.1/',
      'https://[fd00::1]/',
      'http://169.254.169.254/',
    ])
      expect(await failure(bound, url), url).toContain('leads into a private network')
    // only the proxy would find it: it could be anything
    expect(await failure(bound, 'https://inside.invalid/')).toBe(
      'The host inside.invalid cannot be looked up here, so it may lead into a private network. To have the proxy look it up, name it in integrationHosts.',
    )
    expect(proxy.asked).toEqual([])
    // an address that was checked is what the proxy gets, in a tunnel for http, too
    await failure(bound, `http://8.8.8.8:${portOf(plain)}/`)
    expect(proxy.asked).toEqual([`CONNECT 8.8.8.8:${portOf(plain)}`])
    const listed = through(network, { ...PUBLIC_ONLY, allowList: ['inside.invalid'] })
    expect((await listed.fetch(`http://inside.invalid:${portOf(plain)}/`)).status).toBe(200)
  })

  it('that does not answer takes no longer than the bound', async () => {
    const silent = await startRecordingServer(() => undefined)
    servers.push(silent)
    const hasty = new Outbound(EVERYWHERE, { timeoutMs: 200 }, by({ proxy: silent.url }))
    await expect(hasty.fetch('http://a.example/')).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
