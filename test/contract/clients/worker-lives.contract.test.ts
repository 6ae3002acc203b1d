import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import net from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { readConfig } from '#settings/config.ts'
import { eventually } from '#support/runner/eventually.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import { connectTo, startWithWorkers, WORKER_FILE, type WorkerStage } from '#support/stages/worker-stage.ts'

const FEATURES = '/api/client/features'
const FLAGS = '/api/admin/projects/default/features'

let stage: WorkerStage
beforeAll(async () => {
  vi.stubEnv('INIT_ADMIN_API_TOKENS', '*:*.secret-of-the-settings')
  stage = await startWithWorkers({ env: { HALYARD_DENIED_CLIENTS: '::1' } })
  await stage.admin('POST', FLAGS, { name: 'checkout', type: 'release' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stage.stop()
})

it.runIf(process.platform === 'linux')('a worker has no settings in its environment', () => {
  expect(stage.pool.pids).toHaveLength(2)
  for (const pid of stage.pool.pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('secret-of-the-settings')
  }
})

const asBackend = { headers: { authorization: BACKEND } }
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Sends text over one connection, and returns what comes back until the service closes it. */
async function talk(host: string, port: string, sent: string): Promise<string> {
  const socket = net.connect({ host, port: Number(port) })
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => undefined)
  socket.write(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** Waits until others answer in place of workers that have ended. */
const whenReplaced = (ended: readonly number[]) =>
  eventually(() => {
    expect(stage.pool.pids).toHaveLength(2)
    expect(stage.pool.pids.filter((pid) => ended.includes(pid))).toEqual([])
  })

describe('a worker that is killed', () => {
  it('loses no report that was acknowledged, and is replaced', async () => {
    const killed = stage.pool.pids
    const bucket = {
      start: new Date(Date.now() - 60_000).toISOString(),
      stop: new Date().toISOString(),
      toggles: { checkout: { yes: 3, no: 1, variants: {} } },
    }
    const report = { appName: 'shop', instanceId: 'i', bucket }
    let acknowledged = 0
    for (const pid of killed) {
      const clients = [stage.connect(), stage.connect(), stage.connect(), stage.connect()]
      const headers = { authorization: BACKEND, 'content-type': 'application/json' }
      const sent = clients.map((client) =>
        client.send('/api/client/metrics', { method: 'POST', headers, body: JSON.stringify(report) }).then(
          ({ status }) => (acknowledged += status === 202 ? 1 : 0),
          () => 0,
        ),
      )
      await Promise.race(sent)
      process.kill(pid, 'SIGKILL')
      await Promise.all(sent)
      for (const client of clients) client.close()
    }
    expect(acknowledged).toBeGreaterThan(0)
    await whenReplaced(killed)
    const { lastHourUsage } = (await stage.admin('GET', '/api/admin/client-metrics/features/checkout')) as {
      lastHourUsage: { yes: number }[]
    }
    expect(lastHourUsage.reduce((sum, { yes }) => sum + yes, 0)).toBeGreaterThanOrEqual(3 * acknowledged)
    stage.answeredByMain.length = 0
    const fresh = [stage.connect(), stage.connect()]
    for (const client of fresh) expect((await client.send(FEATURES, asBackend)).status).toBe(200)
    expect(stage.answeredByMain).toEqual([])
    for (const client of fresh) client.close()
  })
})

describe('a worker that hangs', () => {
  it('is killed, and a write that waits for it is answered then', async () => {
    const [pid] = stage.pool.pids
    if (pid === undefined) throw new Error('There is no worker.')
    process.kill(pid, 'SIGSTOP')
    // not by the hanging worker's connections
    const answer = await stage.backend.http.inject({
      method: 'POST',
      url: `${FLAGS}/checkout/environments/development/on`,
      headers: { host: 'localhost', authorization: '*:*.admin-secret' },
    })
    expect(answer.statusCode).toBe(200)
    await eventually(() => expect(isAlive(pid)).toBe(false))
    await whenReplaced([pid])
  })
})

describe('without a worker that is ready', () => {
  it('the main process answers itself', async () => {
    const killed = stage.pool.pids
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await eventually(() => expect(stage.pool.pids).toEqual([]))
    stage.answeredByMain.length = 0
    const client = stage.connect()
    expect((await client.send(FEATURES, asBackend)).status).toBe(200)
    expect((await client.send('/api/frontend', { headers: { authorization: FRONTEND } })).status).toBe(200)
    expect(stage.answeredByMain).toEqual(['getAllClientFeatures', 'getFrontendFeatures'])
    client.close()
    await whenReplaced(killed)
  })
})

/** Opens a stream of events. */
async function openStream(at: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(stage.url)
  const request = httpRequest({ hostname, port, path: at, headers }).end()
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  answer.on('data', (part: Buffer) => (text += part.toString()))
  answer.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => answer.once('close', resolve))
  return { text: () => text, ended, close: () => request.destroy() }
}

/** Turns the flag on or off. */
async function turn(): Promise<void> {
  const { features } = await stage.backend.services.clientApi.configuration.of('development')
  const to = features.get('checkout')?.feature.enabled === true ? 'off' : 'on'
  await stage.admin('POST', `${FLAGS}/checkout/environments/development/${to}`)
}

describe('a stream at a worker', () => {
  const STREAM = '/api/client/streaming'
  const asSdk = (authorization: string) => ({ authorization, accept: 'text/event-stream' })
  const listed = () =>
    stage.backend.services.clientApi.sdkRevisions
      .list(new Date(), new Set())
      .sdks.filter(({ way }) => way === 'stream')
  const logged = async () =>
    (await stage.backend.services.requestLog.find({ operation: 'getStreaming' })).requests.map(
      ({ status }) => status,
    )

  it('has each change, is listed while it is open, and is not answered by the main process', async () => {
    stage.answeredByMain.length = 0
    stage.backend.services.requestLog.clear()
    const stream = await openStream(STREAM, asSdk(BACKEND))
    await eventually(() => expect(stream.text()).toContain('unleash-connected'))
    const { clientApi } = stage.backend.services
    await eventually(() => expect([listed().length, clientApi.openStreams]).toEqual([1, 1]))
    expect(await logged()).toEqual([null])
    await turn()
    await eventually(() => expect(stream.text()).toContain('unleash-updated'))
    await eventually(() => expect(listed()[0]?.behindSince).toBeNull())
    stream.close()
    await eventually(() => expect([listed().length, clientApi.openStreams]).toEqual([0, 0]))
    expect(await logged()).toEqual([200])
    expect(stage.answeredByMain).not.toContain('getStreaming')
  })

  it('ends with its token, and when all streams are ended', async () => {
    const { secret } = (await stage.admin('POST', '/api/admin/api-tokens', {
      ...{ tokenName: 'streaming', type: 'client', environment: 'development', projects: ['*'] },
    })) as { secret: string }
    const ofToken = await openStream(STREAM, asSdk(secret))
    const other = await openStream(STREAM, asSdk(BACKEND))
    await stage.admin('DELETE', `/api/admin/api-tokens/${secret}`)
    await ofToken.ended
    await eventually(() => expect(listed()).toHaveLength(1))
    await stage.admin('POST', '/api/admin/streaming/disconnect-all')
    await other.ended
    await eventually(() => expect(listed()).toEqual([]))
  })

  it('ends with its worker, also in the list and in the log', async () => {
    stage.backend.services.requestLog.clear()
    const stream = await openStream(STREAM, asSdk(BACKEND))
    await eventually(() => expect(listed()).toHaveLength(1))
    const killed = stage.pool.pids
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await stream.ended
    await eventually(() => expect(listed()).toEqual([]))
    expect(await logged()).toEqual([200])
    expect(stage.backend.services.clientApi.openStreams).toBe(0)
    await whenReplaced(killed)
  })
})

describe('a request that is handed on', () => {
  it('has the address of its client', async () => {
    const { port } = new URL(stage.url)
    const client = connectTo(`http://127.0.0.1:${port}`)
    expect((await client.send('/health')).status).toBe(200)
    client.close()
    const { requests } = await stage.backend.services.requestLog.find({})
    expect(requests[0]).toMatchObject({ ip: '127.0.0.1', port: Number(port), path: '/health' })
    const ours = await talk(
      '::1',
      port,
      'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    expect(ours).toMatch(/^HTTP\/1\.1 403 /)
    const own = `GET ${FEATURES} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${BACKEND}\r\nConnection: close\r\n\r\n`
    expect(await talk('::1', port, own)).toMatch(/^HTTP\/1\.1 403 /)
    expect(await talk('127.0.0.1', port, own)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('streams as it comes, and ends with its client', async () => {
    const evaluated = await stage.connect().send('/ofrep/v1/evaluate/flags', {
      ...{ method: 'POST', body: '{}' },
      headers: { authorization: FRONTEND, 'content-type': 'application/json' },
    })
    const { eventStreams } = JSON.parse(evaluated.text) as {
      eventStreams: { endpoint: { requestUri: string } }[]
    }
    const stream = await openStream(eventStreams[0]?.endpoint.requestUri ?? '')
    await eventually(() => expect(stream.text()).toContain('refetchEvaluation'))
    const before = stream.text().length
    await turn()
    await eventually(() => expect(stream.text().slice(before)).toContain('refetchEvaluation'))
    const open = async () => {
      const { requests } = await stage.backend.services.requestLog.find({ operation: 'streamFlagChanges' })
      return requests.filter(({ status }) => status === null).length
    }
    expect(await open()).toBe(1)
    stream.close()
    await eventually(async () => expect(await open()).toBe(0))
  })

  it('may be large in both directions', async () => {
    const client = stage.connect()
    const text = 'x'.repeat(300_000)
    const body = JSON.stringify({ text })
    const headers = { authorization: '*:*.admin-secret', 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body }
    const ours = await stage.askMain('/api/admin/doctor', sent)
    expect((await client.send('/api/admin/doctor', sent)).status).toBe(ours.status)
    const page = await client.send('/docs/openapi.json', { headers })
    expect(page.text.length).toBeGreaterThan(300_000)
    client.close()
  })

  it('is of a program that knows the secret of the workers', async () => {
    const address = stage.backend.http.server.address()
    if (typeof address !== 'string') throw new Error('The main process listens to no worker.')
    const socket = net.connect({ path: address })
    socket.on('error', () => undefined)
    socket.write('no-secret 127.0.0.1 1 1\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'close')
    expect(socket.bytesRead).toBe(0)
  })
})

describe('a worker of a mirror', () => {
  it('says how old the flags are', async () => {
    const { folder, remove } = makeTempFolder()
    const file = path.join(folder, 'flags.json')
    writeFileSync(file, JSON.stringify({ checkout: { enabled: true } }))
    const mirror = await startWithWorkers({
      workers: 1,
      env: { HALYARD_OFFLINE_FILE: file, HALYARD_UPSTREAM_TOKENS: BACKEND },
    })
    const client = mirror.connect()
    await eventually(async () => {
      const { status } = await client.send('/ready')
      expect(status).toBe(200)
    })
    mirror.answeredByMain.length = 0
    await eventually(async () => {
      const { status, headers, text } = await client.send(FEATURES, asBackend)
      expect(status).toBe(200)
      expect(text).toContain('checkout')
      expect(Number(headers['halyard-upstream-age'])).toBeLessThan(600)
    })
    expect(mirror.answeredByMain).toEqual([])
    client.close()
    await mirror.stop()
    remove()
  })
})

describe('a service', () => {
  it('cuts off a connection to a worker that sends no whole request in time, and ends its workers', async () => {
    const hasty = await startWithWorkers({ workers: 1, timeouts: { requestMs: 200, checkMs: 50 } })
    const { pids } = hasty.pool
    expect(pids).toHaveLength(1)
    const { port } = new URL(hasty.url)
    const head = `POST /api/frontend HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${FRONTEND}\r\n`
    const sent = `${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`
    expect(await talk('127.0.0.1', port, sent)).toMatch(/^HTTP\/1\.1 408 /)
    await hasty.stop()
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('workers', () => {
  const refusal = async (settings: Record<string, string>, workerFile?: string) => {
    const { folder, remove } = makeTempFolder()
    try {
      const config = readConfig({ dataDir: folder, port: '0', ...settings }, {})
      const options = { config, wasm, logger: createLogger('silent') }
      return await createBackend({ ...options, ...(workerFile === undefined ? {} : { workerFile }) }).then(
        () => 'none',
        (error: Error) => error.message,
      )
    } finally {
      remove()
    }
  }

  it('are refused in the desktop app, and where requests are counted together', async () => {
    expect(await refusal({ workers: '2' })).toContain('the desktop app')
    expect(await refusal({ workers: '2', contract: '8.2.0' }, WORKER_FILE)).toContain('8.2.0')
    expect(() => readConfig({ workers: '1000' }, {})).toThrow(/workers/)
  })
})
