import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { getMirror } from '#shared/clients/contract/edge.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const authority = makeCertificateAuthority('Company Root')
const served = authority.issue('upstream', { names: ['127.0.0.1'] })
const person = authority.issue('halyard')
const answer = () => ({
  status: 200,
  headers: { etag: '"1"' },
  body: { version: 2, features: [{ name: 'there', enabled: true, strategies: [{ name: 'default' }] }] },
})
const running: TestBackend[] = []
let plain: RecordingServer
let secure: RecordingServer
let strict: RecordingServer
let silent: RecordingServer
const certificate = path.join(temp.folder, 'certificate.pem')
const key = path.join(temp.folder, 'key.pem')

beforeAll(async () => {
  writeFileSync(certificate, person.cert)
  writeFileSync(key, person.key)
  const { cert, key: own } = served
  plain = await startRecordingServer(answer)
  secure = await startRecordingServer(answer, { cert, key: own })
  strict = await startRecordingServer(answer, { cert, key: own, ca: authority.pem, requestCert: true })
  silent = await startRecordingServer(() => undefined)
})
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
  plain.seen.length = 0
})
afterAll(async () => {
  await Promise.all([plain, secure, strict, silent].map((one) => one.stop()))
  authority.remove()
  temp.remove()
})

/** Starts a mirror with variables of Edge; returns the problem of its one token. */
async function problemWith(env: Record<string, string>): Promise<string | null | undefined> {
  const app = await startBackend({ env: { TOKENS: BACKEND, ...env } })
  running.push(app)
  await app.backend.runJobs()
  await app.backend.services.stateReporter?.settled
  return (await app.call(getMirror)).body.sources[0]?.problem
}

describe('the connection of a mirror to its upstream', () => {
  it('has the headers of the settings, and the token', async () => {
    const headers = { CUSTOM_CLIENT_HEADERS: 'X-Api-Key: gateway-key, X-Team: shop, Authorization: other' }
    expect(await problemWith({ UPSTREAM_URL: plain.url, ...headers })).toBeNull()
    const seen = plain.seen.filter(({ path }) => path !== '/api/client/streaming')
    expect(seen).toMatchObject([
      {
        path: '/api/client/features',
        headers: { 'x-api-key': 'gateway-key', 'x-team': 'shop', authorization: BACKEND },
      },
      { path: '/edge/validate', headers: { 'x-api-key': 'gateway-key', 'x-team': 'shop' } },
      {
        path: '/api/client/metrics/edge',
        headers: { 'x-api-key': 'gateway-key', 'x-team': 'shop', authorization: BACKEND },
      },
    ])
  })

  it('has the token in the header that the settings name', async () => {
    const env = { UPSTREAM_AUTH_HEADER: 'X-Unleash-Token', CUSTOM_CLIENT_HEADERS: 'Authorization: Basic abc' }
    expect(await problemWith({ UPSTREAM_URL: plain.url, ...env })).toBeNull()
    expect(plain.seen[0]?.headers).toMatchObject({ 'x-unleash-token': BACKEND, authorization: 'Basic abc' })
  })

  it('trusts an authority of its own, and names the setting without it', async () => {
    const env = { UPSTREAM_URL: secure.url }
    expect(await problemWith({ ...env, UPSTREAM_CERTIFICATE_FILE: authority.file })).toBeNull()
    expect(await problemWith(env)).toMatch(/does not trust .*upstreamCaFile \(UPSTREAM_CERTIFICATE_FILE\)/)
  })

  it.each([
    ['PEM with its key apart', { PKCS8_CLIENT_CERTIFICATE_FILE: certificate, PKCS8_CLIENT_KEY_FILE: key }],
    ['PEM with its key', { PKCS8_CLIENT_CERTIFICATE_FILE: person.file }],
    ['PKCS#12', { PKCS12_IDENTITY_FILE: person.pkcs12, PKCS12_PASSPHRASE: 'p12-secret' }],
  ])('shows a client certificate: %s', async (_form, proof: Record<string, string>) => {
    const env = { UPSTREAM_URL: strict.url, UPSTREAM_CERTIFICATE_FILE: authority.file }
    expect(await problemWith({ ...env, ...proof })).toBeNull()
    expect(await problemWith(env)).toContain('upstreamCertificate')
  })

  it.each<[string, Record<string, string>]>([
    ['upstreamCaFile: the file', { UPSTREAM_CERTIFICATE_FILE: path.join(temp.folder, 'none.pem') }],
    ['upstreamCaFile: the file', { UPSTREAM_CERTIFICATE_FILE: key }],
    ['upstreamCertificate: the file', { PKCS8_CLIENT_CERTIFICATE_FILE: certificate }],
    ['another passphrase', { PKCS12_IDENTITY_FILE: person.pkcs12, PKCS12_PASSPHRASE: 'wrong' }],
    ['leave upstreamKeyFile out', { PKCS12_IDENTITY_FILE: person.pkcs12, PKCS8_CLIENT_KEY_FILE: key }],
  ])('is refused at the start with files that cannot be used: %s %j', async (problem, env) => {
    await expect(problemWith({ UPSTREAM_URL: strict.url, ...env })).rejects.toThrow(problem)
  })

  it('ends after the time of the settings', async () => {
    const env = { UPSTREAM_URL: silent.url, UPSTREAM_REQUEST_TIMEOUT: '1' }
    expect(await problemWith(env)).toContain('did not answer in time')
  })
})
