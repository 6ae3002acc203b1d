import path from 'node:path'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'
import { userEnvironment } from '#support/runner/user-environment.ts'

const HOST = 'flags.example'
const HALYARD = path.join(root, 'scripts/halyard.mjs')
const authority = makeCertificateAuthority('Company Root')
const { cert, key } = authority.issue(HOST, { names: [HOST, 'localhost'] })
const person = authority.issue('ann')

let there: TestBackend
let tls: Awaited<ReturnType<typeof startTlsFront>>
let strict: typeof tls
let proxy: ForwardingProxy
beforeAll(async () => {
  there = await startBackend({ env: { HALYARD_ALLOWED_HOSTS: HOST } })
  const port = Number(new URL(await there.backend.listen('auto')).port)
  tls = await startTlsFront(port, { cert, key })
  strict = await startTlsFront(port, { cert, key, ca: authority.pem, requestCert: true })
  proxy = await startForwardingProxy({ password: 'ann:p@ss' })
})
afterAll(async () => {
  await Promise.all([tls, strict, proxy].map((one) => one.stop()))
  await there.stop()
  authority.remove()
})

/** Variables of a person whose machine names no proxy. */
const environment = (own: Record<string, string>) => {
  const proxies = Object.keys(userEnvironment()).filter((name) => /_proxy$/i.test(name))
  return { ...Object.fromEntries(proxies.map((name) => [name, ''])), HALYARD_TOKEN: ADMIN, ...own }
}

async function ask(url: string, own: Record<string, string> = {}): Promise<string> {
  const args = [HALYARD, 'api', 'getHealth', '--url', url, '--token', ADMIN]
  return runProgram(process.execPath, args, { env: environment(own) }).then(
    (stdout) => stdout.trim(),
    (error: { stderr: string }) => error.stderr.trim(),
  )
}

describe('halyard api', () => {
  it('names a certificate that is not trusted, and trusts it by file, as the system does, or as Node.js does', async () => {
    const url = `https://localhost:${tls.port}`
    expect(await ask(url)).toMatch(
      /^https:\/\/localhost:\d+ does not answer: This machine does not trust the certificate of localhost: CN=flags\.example, .*HALYARD_CA_FILE\)\.$/,
    )
    for (const variable of ['HALYARD_CA_FILE', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])
      expect(await ask(url, { [variable]: authority.file }), variable).toContain('GOOD')
    expect(await ask(url, { HALYARD_CA_FILE: '/nowhere.pem' })).toContain(
      'the file /nowhere.pem cannot be read',
    )
  })

  it('shows a client certificate', async () => {
    const url = `https://localhost:${strict.port}`
    const trusting = { HALYARD_CA_FILE: authority.file }
    expect(await ask(url, trusting)).toContain('localhost requires a client certificate.')
    const certificates = `localhost=${person.file}`
    expect(await ask(url, { ...trusting, HALYARD_CLIENT_CERTIFICATES: certificates })).toContain('GOOD')
  })

  it('goes through the proxy of the environment, with its password', async () => {
    const url = `https://${HOST}:${tls.port}`
    const trusting = { HALYARD_CA_FILE: authority.file }
    const address = `127.0.0.1:${proxy.port}`
    expect(await ask(url, { ...trusting, HTTPS_PROXY: `http://${address}` })).toContain(
      `The proxy ${address} (HTTPS_PROXY) requires a user and a password (407).`,
    )
    expect(await ask(url, { ...trusting, HTTPS_PROXY: `http://ann:p%40ss@${address}` })).toContain('GOOD')
    const set = {
      HALYARD_PROXY: `http://${address}`,
      HALYARD_PROXY_USER: 'ann',
      HALYARD_PROXY_PASSWORD: 'p@ss',
    }
    expect(await ask(url, { ...trusting, ...set })).toContain('GOOD')
    expect(await ask(url, { ...trusting, ...set, NO_PROXY: '.example' })).toContain(
      `The host ${HOST}:${tls.port} cannot be looked up`,
    )
  })
})

it('halyard mcp reaches the instance in the same way', async () => {
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [HALYARD, 'mcp', '--instance', `https://${HOST}:${tls.port}`, '--read-only'],
      env: userEnvironment(
        environment({
          HALYARD_CA_FILE: authority.file,
          HTTPS_PROXY: `http://ann:p%40ss@127.0.0.1:${proxy.port}`,
        }),
      ),
    }),
  )
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  await client.close()
})
