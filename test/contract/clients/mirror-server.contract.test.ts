import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'

import { edgeEnvironment } from '#settings/edge-environment.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import {
  BACKEND,
  FRONTEND,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'

const FLAG = { name: 'there', enabled: true, strategies: [{ name: 'default' }] }
let upstream: RecordingServer
let isAway = false
let app: TestBackend

beforeAll(async () => {
  upstream = await startRecordingServer(() =>
    isAway ? { status: 503 } : { status: 200, body: { version: 2, features: [FLAG] } },
  )
})
afterEach(() => app.stop())
afterAll(() => upstream.stop())

/** Starts what `halyard edge` starts with these variables. */
async function startEdge(env: Record<string, string> = {}) {
  const said = { UPSTREAM_URL: upstream.url, TOKENS: BACKEND, ...env }
  const translated = Object.entries(edgeEnvironment(said, 'edge')).map(([name, text]) => [name, text ?? ''])
  app = await startBackend({ env: Object.fromEntries(translated) as Record<string, string> })
  await app.backend.runJobs()
}
const get = (path: string, call: Call = {}) => app.call('GET', path, { token: BACKEND, ...call })
const statusOf = async (path: string, call?: Call) => (await get(path, call)).status

describe('halyard edge', () => {
  it('answers for any host name, as SDKs name it by that of its container', async () => {
    await startEdge()
    expect(await statusOf('/api/client/features', { headers: { host: 'edge:3063' } })).toBe(200)
  })

  it('serves below the base path, and nothing beside it', async () => {
    await startEdge({ BASE_PATH: '/flags' })
    expect(await statusOf('/flags/api/client/features')).toBe(200)
    expect(await statusOf('/flags/internal-backstage/health')).toBe(200)
    expect(await statusOf('/api/client/features')).toBe(404)
  })

  it('refuses clients of the deny list, and those that the allow list does not have', async () => {
    await startEdge({ ALLOW_LIST: '10.0.0.0/8,::1', DENY_LIST: '10.1.0.0/16' })
    const statuses = ['10.0.0.1', '::1', '10.1.2.3', '192.0.2.1'].map((ip) =>
      statusOf('/api/client/features', { ip }),
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403])
    expect((await get('/health', { ip: '10.1.2.3' })).body).toMatchObject({
      name: 'ForeignOriginError',
      message: 'This service does not answer to the address 10.1.2.3.',
    })
  })

  it('takes the address of a client from trusted proxies only', async () => {
    await startEdge({ TRUST_PROXY: 'true', PROXY_TRUSTED_SERVERS: '10.0.0.0/8', DENY_LIST: '192.0.2.1' })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    expect(await statusOf('/health', { ip: '10.0.0.1', headers })).toBe(403)
    expect(await statusOf('/health', { ip: '172.16.0.1', headers })).toBe(200)
  })

  it('takes the token from the header that the settings name', async () => {
    await startEdge({ TOKEN_HEADER: 'X-Flags' })
    const headers = { 'X-Flags': BACKEND }
    expect(await statusOf('/api/client/features', { token: null, headers })).toBe(200)
    // a gateway had Authorization for itself
    expect(await statusOf('/api/client/features', { token: 'Basic abc', headers })).toBe(200)
    expect(await statusOf('/api/client/features', { headers: { 'X-Flags': 'wrong' } })).toBe(401)
    expect(await statusOf('/api/client/features')).toBe(200)
  })

  it('lets pages of the origins use the frontend API, by its former name too', async () => {
    await startEdge({ CORS_ORIGIN: 'https://shop.example' })
    for (const path of ['/api/frontend', '/api/proxy?userId=7']) {
      const call = { token: FRONTEND, headers: { origin: 'https://shop.example' } }
      const { status, headers, body } = await get(path, call)
      expect([status, headers['access-control-allow-origin']]).toEqual([200, 'https://shop.example'])
      expect(body).toMatchObject({ toggles: [{ name: 'there' }] })
    }
    const other = await get('/api/frontend', { token: FRONTEND, headers: { origin: 'https://evil.example' } })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('is healthy at once, and ready once each token has flags', async () => {
    isAway = true
    await startEdge()
    const paths = ['health', 'ready', 'metrics'].map((name) => `/internal-backstage/${name}`)
    const states = () => Promise.all(paths.map((path) => get(path, { token: null })))
    const waiting = await states()
    expect(waiting.map(({ status }) => status)).toEqual([200, 503, 200])
    expect(waiting[1]?.body).toEqual({ status: 'NOT_READY' })
    isAway = false
    await app.backend.runJobs()
    const ready = await states()
    expect(ready.slice(0, 2).map(({ body }) => body)).toEqual([{ status: 'OK' }, { status: 'READY' }])
    expect(ready[2]?.text).toContain('# TYPE')
  })

  it('keeps figures to itself if it is told to, and never shows tokens', async () => {
    await startEdge({ DISABLE_METRICS_ENDPOINT: 'true' })
    for (const name of ['metrics', 'tokens', 'features', 'metricsbatch', 'instancedata'])
      expect(await statusOf(`/internal-backstage/${name}`), name).toBe(404)
  })
})

it('an instance with flags of its own has none of the paths of Edge', async () => {
  app = await startBackend()
  for (const path of ['/internal-backstage/health', '/internal-backstage/ready', '/api/proxy'])
    expect(await statusOf(path), path).toBe(404)
})
