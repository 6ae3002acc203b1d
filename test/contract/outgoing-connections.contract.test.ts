import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { SignInOptions } from '#shared/access/schemas/single-sign-on.ts'
import { sendTestEmail, setEmailSettings } from '#shared/instance/contract/email.ts'
import { testNewAddon } from '#shared/integrations/contract/addon-tests.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { CLIENT, startFaultyProvider, type FaultyProvider } from '#support/stand-ins/faulty-provider.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { startMailServer, type MailServer } from '#support/stand-ins/mail-server.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'

const authority = makeCertificateAuthority('Company Root')
const issued = authority.issue('service.example', {
  names: ['hooks.example', 'idp.example', 'mail.example', 'strict.example'],
})
const person = authority.issue('halyard')
/** Names that only the proxy finds, which the operator allows. */
const HOSTS = { UNLEASH_ALLOW_LIST_INTEGRATION: 'hooks.example, idp.example, mail.example, strict.example' }

let receiver: RecordingServer
let provider: FaultyProvider
let mail: MailServer
let strictMail: MailServer
let proxy: ForwardingProxy
const fronts: Awaited<ReturnType<typeof startTlsFront>>[] = []
/** Addresses of services, those that require a client certificate too. */
const at = { hook: '', strictHook: '', idp: '', strictIdp: '', mail: '', strictMail: '' }

beforeAll(async () => {
  const { cert, key } = issued
  const strict = { cert, key, ca: authority.pem, requestCert: true }
  const portOf = (url: string) => Number(new URL(url).port)
  const front = async (port: number, options: object = { cert, key }) => {
    const made = await startTlsFront(port, options)
    fronts.push(made)
    return made.port
  }
  receiver = await startRecordingServer(() => ({ status: 200, body: 'ok' }))
  provider = await startFaultyProvider()
  mail = await startMailServer({ secure: true, cert, key })
  strictMail = await startMailServer({ secure: true, rejectUnauthorized: true, ...strict })
  proxy = await startForwardingProxy({ password: 'ann:proxy-secret' })
  at.hook = `https://hooks.example:${await front(portOf(receiver.url))}`
  at.strictHook = `https://strict.example:${await front(portOf(receiver.url), strict)}`
  at.idp = `https://idp.example:${await front(portOf(provider.url))}`
  at.strictIdp = `https://strict.example:${await front(portOf(provider.url), strict)}`
  at.mail = `smtp://mail.example:${mail.port}`
  at.strictMail = `smtp://strict.example:${strictMail.port}`
})
afterAll(async () => {
  await Promise.all([...fronts, receiver, provider, mail, strictMail, proxy].map((one) => one.stop()))
  authority.remove()
})
beforeEach(() => {
  proxy.asked.length = 0
})

/** Problem of a call in words; empty: there was none. */
const CALLS = {
  'a webhook': async (app: TestBackend, isStrict: boolean) => {
    const parameters = { url: `${isStrict ? at.strictHook : at.hook}/hook` }
    const body = { provider: 'webhook', enabled: false, parameters, events: [] }
    const { status, body: answer, text } = await app.call(testNewAddon, { body })
    expect(status, text).toBe(200)
    return answer.requests[0]?.problem ?? ''
  },
  'a sign-in with OpenID Connect': async (app: TestBackend, isStrict: boolean) => {
    provider.url = isStrict ? at.strictIdp : at.idp
    const discoverUrl = `${provider.url}/.well-known/openid-configuration`
    const settings = { enabled: true, discoverUrl, clientId: CLIENT.id, secret: CLIENT.secret }
    const saved = await app.call('POST', '/api/admin/auth/oidc/settings', { body: settings })
    expect(saved.status, saved.text).toBe(200)
    const { headers } = await app.call('GET', '/auth/oidc/login?here=1', { token: null })
    const location = String(headers['location'])
    if (location.startsWith(`${provider.url}/auth?`)) return ''
    const reference = location.split('sign-in-failed=')[1] ?? ''
    const options = await app.call('GET', `/auth/options?failure=${reference}`, { token: null })
    return (options.body as SignInOptions).failure ?? 'no reason'
  },
  'an e-mail': async (app: TestBackend, isStrict: boolean) => {
    const { hostname, port } = new URL(isStrict ? at.strictMail : at.mail)
    const protection = { secure: true, tls: 'auto' as const }
    const body = {
      enabled: true,
      host: hostname,
      port: Number(port),
      ...protection,
      user: '',
      sender: 'flags@example.com',
    }
    const saved = await app.call(setEmailSettings, { body })
    expect(saved.status, saved.text).toBe(200)
    const { body: sent } = await app.call(sendTestEmail, { body: { recipient: 'ann@example.com' } })
    return sent.error ?? ''
  },
}

const startWith = (env: Record<string, string>) =>
  startBackend({ env: { ...HOSTS, ...env }, emailTimes: mail.times })
const PROXY = () => ({ HALYARD_PROXY: proxy.url })
const SIGNED_IN = { HALYARD_PROXY_USER: 'ann', HALYARD_PROXY_PASSWORD: 'proxy-secret' }
const TRUSTING = { HALYARD_CA_FILE: authority.file }

describe.each(Object.entries(CALLS))('%s', (_what, call) => {
  it('goes through the proxy, and to a certificate of an authority that the settings name', async () => {
    const app = await startWith({ ...PROXY(), ...SIGNED_IN, ...TRUSTING })
    expect(await call(app, false)).toBe('')
    expect(proxy.asked.length).toBeGreaterThan(0)
    expect(proxy.asked.every((asked) => /^CONNECT (?:hooks|idp|mail)\.example:\d+$/.test(asked))).toBe(true)
    await app.stop()
  })

  it('shows a client certificate to the host that it is for, and names what is missing without', async () => {
    const certificates = {
      HALYARD_CLIENT_CERTIFICATES: `strict.example=${person.pkcs12}`,
      HALYARD_CLIENT_CERTIFICATE_PASSPHRASE: 'p12-secret',
    }
    const app = await startWith({ ...PROXY(), ...SIGNED_IN, ...TRUSTING, ...certificates })
    expect(await call(app, true)).toBe('')
    await app.stop()
    const without = await startWith({ ...PROXY(), ...SIGNED_IN, ...TRUSTING })
    expect(await call(without, true)).toContain('strict.example requires a client certificate.')
    await without.stop()
  })

  it('names a certificate that is not trusted, and what to do', async () => {
    const app = await startWith({ ...PROXY(), ...SIGNED_IN })
    expect(await call(app, false)).toMatch(
      /^This machine does not trust the certificate of \w+\.example: CN=service\.example, issued by CN=Company Root, O=Example Corp, valid to .*caFile/,
    )
    await app.stop()
  })

  it('names a proxy that wants a password, and what to set', async () => {
    const app = await startWith({ ...PROXY(), ...TRUSTING })
    expect(await call(app, false)).toBe(
      `The proxy 127.0.0.1:${proxy.port} (the setting proxy) requires a user and a password (407). Set proxy, proxyUser and proxyPassword in the settings of outgoing connections.`,
    )
    await app.stop()
  })
})
