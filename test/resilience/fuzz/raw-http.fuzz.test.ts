import net from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { seededRandom } from '#support/runner/random.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { findBrokenInFile } from '../torture/invariants.ts'

/** RAW_REQUESTS and FUZZ_SEED look further. */
const REQUESTS = Number(process.env['RAW_REQUESTS'] ?? 600)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123)
const TOGETHER = 20
/** A connection that Node keeps open, as for a body that is not complete, is closed by us: after so long without a byte. */
const SILENCE_MS = 60

const HOST = 'Host: localhost\r\n'
const BODY = '{"name":"raw"}'
const PATHS = [
  '/health',
  '/api/admin/projects',
  '/api/client/features',
  '/trpc/getProjects',
  '/',
  '*',
  'http://x/health',
]
/** Starts of requests on which parsers of HTTP differ. */
const HOSTILE: readonly ((path: string) => string)[] = [
  (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}Host: example.com\r\n\r\n`,
  (path) => `GET ${path} HTTP/9.9\r\n${HOST}\r\n`,
  (path) => `GET ${path}\r\n\r\n`,
  (path) => `GET  ${path}  HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path}%00%ff%zz HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `G\u0000T ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `BREW ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\n${HOST.trim()}\n\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X : a\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: \u0001\u0000\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: ${'x'.repeat(70_000)}\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(3000)}\r\n`,
  (path) => `GET /${'a'.repeat(70_000)}${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n${BODY}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999\r\n\r\n${BODY}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${BODY}`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n${BODY}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5;${'e'.repeat(30_000)}\r\nhello\r\n0\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 200\r\n\r\n${BODY}`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nabc`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\nContent-Length: 3\r\n\r\nabc`,
  (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u0081\u0005hello`,
  (path) => `CONNECT ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${path}`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(50),
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}Cookie: ${'a=b; '.repeat(2000)}\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}Authorization: \u00ff\u00fe\r\n\r\n`,
  (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Range: bytes=0-1,2-,-9\r\nIf-None-Match: "${'x'.repeat(9000)}"\r\n\r\n`,
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  () => '\r\n\r\n\r\n',
]

let app: TestBackend
let port: number
beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  port = Number(new URL(await app.backend.listen()).port)
})
afterAll(() => app.stop())

describe('the HTTP server', () => {
  it('answers or closes every hostile connection, and serves the next', async () => {
    const random = seededRandom(SEED)
    const statuses: Record<string, number> = {}
    const faults: string[] = []
    const events = await countEvents()
    for (let sent = 0; sent < REQUESTS; sent += TOGETHER) {
      const texts = Array.from({ length: TOGETHER }, () => makeRequest(random))
      for (const [index, answer] of (await Promise.all(texts.map((text) => send(text)))).entries()) {
        for (const [, status = ''] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) {
          statuses[status] = (statuses[status] ?? 0) + 1
          // 501: Node's own answer to what HTTP/1.1 does not have
          if (status >= '500' && status !== '501' && status !== '505')
            faults.push(`${status}: ${texts[index]}`)
        }
        if (/node_modules|\.ts:\d+|at async /.test(answer)) faults.push(`a stack: ${texts[index]}`)
      }
      expect((await app.call('GET', '/health')).status).toBe(200)
    }
    console.log(`raw HTTP: ${REQUESTS} connections, ${JSON.stringify(statuses)}, ${faults.length} faults`)
    expect(faults).toEqual([])
    expect(statuses['400'] ?? 0).toBeGreaterThan(REQUESTS / 10)
    // nobody was authenticated: nothing was written
    expect(await countEvents()).toBe(events)
    const copy = `${app.backend.store.status.place}.checked`
    await app.backend.store.backup(copy)
    expect(findBrokenInFile(copy)).toEqual([])
  })

  it('ends a stream that its client leaves at any moment', async () => {
    const paths = ['/api/client/streaming', '/trpc/changes', '/trpc/changes?input=%00']
    const headers = `${HOST}Authorization: ${ADMIN}\r\nAccept: text/event-stream\r\n`
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        send(`GET ${paths[n % 3]} HTTP/1.1\r\n${headers}\r\n`, n < 6 ? leaveAtOnce : leaveAfter(n * 5)),
      ),
    )
    expect(answers.filter((answer) => /^HTTP\/1\.1 5/.test(answer))).toEqual([])
    expect(answers.slice(0, 2)).toEqual(Array(2).fill(expect.stringMatching(/^HTTP\/1\.1 200/)))
    const server = app.backend.http.server
    await expect
      .poll(() => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))))
      .toBe(0)
  })
})

/** Picks a hostile request, and now and then cuts it or changes a byte. */
function makeRequest(random: () => number): string {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const text = pick(HOSTILE)(pick(PATHS))
  const at = Math.floor(random() * text.length)
  const choice = random()
  if (choice < 0.15) return text.slice(0, at)
  if (choice < 0.4)
    return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1)
  return text
}

/** Decides when a client closes its connection. */
type Leave = (socket: net.Socket) => void

const stay: Leave = () => undefined

const leaveAtOnce: Leave = (socket) => void socket.once('data', () => socket.destroy())

const leaveAfter =
  (ms: number): Leave =>
  (socket) => {
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.once('close', () => clearTimeout(timer))
  }

/** Leaves when a moment brings no byte, nor the time in which the server answers somebody who came later. */
const leaveInSilence: Leave = (socket) => {
  let bytes = 0
  const look = async () => {
    const before = bytes
    await send(`GET /api/client/features HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, stay)
    if (bytes === before) socket.destroy()
    else timer.refresh()
  }
  const timer = setTimeout(() => void look(), SILENCE_MS)
  socket.on('data', (chunk) => {
    bytes += chunk.length
    timer.refresh()
  })
  socket.once('close', () => clearTimeout(timer))
}

/** Sends bytes, and waits for the end of the answer or until the client leaves; answers what came. */
function send(text: string, leave = leaveInSilence): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
    leave(socket)
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

async function countEvents(): Promise<number> {
  const { count } = await app.backend.store.queries
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
