import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { getLoginHistory } from '#shared/access/contract/login-history.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { hasNginx, startNginx } from '#support/stand-ins/nginx.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

if (!hasNginx) console.log('nginx is not installed here: npm run test:deps. Its tests do not run.')

const PASSWORD = 'correct horse'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Starts the service on a port, with the settings of the recipe or others. */
async function serve(settings: Record<string, string> = {}): Promise<{ app: TestBackend; port: number }> {
  const app = await startBackend({ env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD, ...settings } })
  ends.push(() => app.stop())
  return { app, port: Number(new URL(await app.backend.listen(0)).port) }
}
const RECIPE = {
  HALYARD_BASE_URL: 'https://flags.example.com',
  HALYARD_ALLOWED_HOSTS: 'flags.example.com',
  HALYARD_TRUSTED_PROXIES: '127.0.0.1, ::1',
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a request to a proxy on this machine, from any of its addresses. */
function send(
  at: { port: number; tls?: boolean; from?: string },
  target: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: at.port,
      path: target,
      method,
      ...(at.from === undefined ? {} : { localAddress: at.from }),
      headers: {
        host: 'flags.example.com',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      rejectUnauthorized: false,
      agent: false as const,
    }
    const request = (at.tls ? https : http).request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
const login = (at: Parameters<typeof send>[0], password: string, headers: Record<string, string> = {}) =>
  send(at, '/auth/simple/login', { method: 'POST', headers, body: { username: 'admin', password } })

/** Proxy of Node that passes requests on, with the headers that it is told to add. */
async function nodeProxy(
  to: number,
  headersFor: (client: string) => Record<string, string>,
): Promise<number> {
  const proxy = http.createServer((request, reply) => {
    const { method, url, headers, socket } = request
    const added = headersFor(socket.remoteAddress ?? '')
    const onward = http.request(
      { host: '127.0.0.1', port: to, method, path: url, headers: { ...headers, ...added } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => proxy.close(resolve)))
  return (proxy.address() as AddressInfo).port
}

/** The recipe of the documentation, for other ports and files. */
const documented = (to: number, given: { port: number; certificate: string; key: string }) => {
  const text = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')
  const [, recipe = ''] = /```nginx\n([\s\S]*?)```/.exec(text) ?? []
  const replaced = recipe
    .replace('listen 443 ssl', `listen 127.0.0.1:${given.port} ssl`)
    .replace('/etc/ssl/flags.pem', given.certificate)
    .replace('/etc/ssl/flags.key', given.key)
    .replace('127.0.0.1:4242', `127.0.0.1:${to}`)
  expect(replaced).toContain(`http://127.0.0.1:${to}`)
  return replaced
}

describe.runIf(hasNginx)('behind nginx with the documented recipe', () => {
  const start = async (settings: Record<string, string> = RECIPE) => {
    const { app, port } = await serve(settings)
    const nginx = await startNginx((given) => documented(port, given))
    ends.push(nginx.stop)
    return { app, at: { port: nginx.port, tls: true } }
  }

  it('a sign-in of a page over https is that of the client, and gets secure cookies', async () => {
    const { app, at } = await start()
    const forged = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' }
    const origin = 'https://flags.example.com'
    const answer = await login({ ...at, from: '127.0.0.9' }, PASSWORD, { ...forged, origin })
    expect(answer.status).toBe(200)
    for (const cookie of answer.headers['set-cookie'] ?? []) expect(cookie).toMatch('; Secure;')
    expect((await app.call(getLoginHistory)).body?.events).toMatchObject([{ ip: '127.0.0.9' }])
    expect((await login(at, PASSWORD, { origin: 'http://flags.example.com' })).status).toBe(403)
  })

  it('events are streamed as they happen', async () => {
    const { app, at } = await start()
    const options = {
      ...{ host: '127.0.0.1', port: at.port, path: '/api/client/streaming', rejectUnauthorized: false },
      headers: { host: 'flags.example.com', authorization: BACKEND, accept: 'text/event-stream' },
    }
    const stream = await new Promise<http.IncomingMessage>((resolve, reject) =>
      https.get(options, resolve).once('error', reject),
    )
    let received = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    const hears = async (text: string) => {
      while (!received.includes(text)) await once(stream, 'data')
    }
    await hears('unleash-connected')
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'through-nginx' } })
    await hears('through-nginx')
    stream.destroy()
  })

  it('Prometheus gets nothing unless the settings say so', async () => {
    const { at } = await start({ ...RECIPE, HALYARD_SERVER_METRICS: 'loopback' })
    // 127.0.0.9 is this machine, which is what the proxy says
    expect((await send({ ...at, from: '127.0.0.9' }, '/internal-backstage/prometheus')).status).toBe(200)
    const { at: untold } = await start()
    expect((await send(untold, '/internal-backstage/prometheus')).status).toBe(404)
  })
})

describe('behind a proxy of Node', () => {
  it('guesses of one client lock nobody else out, whether the proxy is trusted or says nothing', async () => {
    for (const [settings, headersFor] of [
      [RECIPE, (client: string) => ({ 'x-forwarded-for': client })],
      [{ HALYARD_ALLOWED_HOSTS: 'flags.example.com' }, () => ({})],
    ] as const) {
      const { port } = await serve(settings)
      const at = { port: await nodeProxy(port, headersFor) }
      for (let n = 0; n < 15; n++)
        await send(at, '/auth/simple/login', { method: 'POST', body: { username: `u${n}`, password: 'x' } })
      expect((await login({ ...at, from: '127.0.0.9' }, PASSWORD)).status).toBe(200)
    }
  })

  it('Prometheus gets nothing by default, although the proxy is on this machine', async () => {
    const { port, app } = await serve({ HALYARD_ALLOWED_HOSTS: 'flags.example.com' })
    const at = { port: await nodeProxy(port, () => ({})) }
    const headers = { authorization: ADMIN }
    expect((await send(at, '/internal-backstage/prometheus', { headers })).status).toBe(404)
    expect((await app.call('GET', '/internal-backstage/prometheus')).status).toBe(404)
  })
})
