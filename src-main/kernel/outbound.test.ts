import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterEach, describe, expect, it } from 'vitest'

import type { AddressPolicy } from './address-policy.ts'
import { RefusedAddress } from './network/dial.ts'
import {
  AnswerTooLarge,
  explainFailure,
  mayHaveArrived,
  Outbound,
  pauseOf,
  readBeginning,
} from './outbound.ts'

const EVERYWHERE = { allowPrivate: true, allowList: [] }
const PUBLIC_ONLY = { allowPrivate: false, allowList: [] }
const outbound = new Outbound(EVERYWHERE)

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  servers = []
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an outbound request', () => {
  it('behaves like one of the global fetch', async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request
      request.setEncoding('utf8').on('data', (body: string) => {
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        response.writeHead(201, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ method, type: headers['content-type'], own: headers['x-own'], body }))
      })
    })
    const body = new URLSearchParams({ grant_type: 'authorization_code' })
    const response = await outbound.fetch(url, { method: 'POST', headers: { 'x-own': 'yes' }, body })
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toEqual({
      method: 'POST',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      own: 'yes',
      body: 'grant_type=authorization_code',
    })
  })

  it('decompresses the answer, and has no body where there is none', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/empty') return response.writeHead(204).end()
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'))
    })
    expect(await (await outbound.fetch(url)).text()).toBe('packed')
    const empty = await outbound.fetch(`${url}/empty`)
    expect([empty.status, empty.body]).toEqual([204, null])
  })

  it('follows no redirect', async () => {
    const asked: unknown[] = []
    const elsewhere = await serve((request, response) => {
      asked.push(request.url)
      response.end()
    })
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: elsewhere }).end()
    })
    expect((await outbound.fetch(url)).status).toBe(302)
    expect((await outbound.fetch(url, { redirect: 'follow' })).status).toBe(302)
    await expect(outbound.fetch(url, { redirect: 'error' })).rejects.toThrow('redirects elsewhere (302)')
    expect(asked).toEqual([])
  })

  it('reaches no private address, by number or by a name that leads there', async () => {
    const asked: unknown[] = []
    const url = await serve((request, response) => {
      asked.push(request.url)
      response.end()
    })
    const bounded = new Outbound(PUBLIC_ONLY)
    const { port } = new URL(url)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433'])
      await expect(bounded.fetch(`http://${host}:${port}/`), host).rejects.toThrow(RefusedAddress)
    expect(asked).toEqual([])
    const allowing = new Outbound({ ...PUBLIC_ONLY, allowList: ['localhost'] })
    await expect(allowing.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(RefusedAddress)
  })

  it('reaches the loopback where the policy says so, but not Halyard itself', async () => {
    const url = await serve((_request, response) => response.end('here'))
    const own = Number(new URL(await serve((_request, response) => response.end('halyard'))).port)
    const loopback = new Outbound({ ...PUBLIC_ONLY, loopback: { isOwnPort: (port) => port === own } })
    const { port } = new URL(url)
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await (await loopback.fetch(`http://${host}:${port}/`)).text(), host).toBe('here')
    const refusal = `127.0.0.1:${own} is Halyard itself, and is not called.`
    await expect(loopback.fetch(`http://127.0.0.1:${own}/`)).rejects.toThrow(refusal)
    for (const host of ['0.0.0.0', '[::]', '10.0.0.1', '169.254.169.254'])
      await expect(loopback.fetch(`http://${host}:${port}/`), host).rejects.toThrow(RefusedAddress)
    expect(await loopback.problemOf(url)).toBeUndefined()
    expect(await loopback.problemOf(`http://localhost:${own}`)).toBe(
      `must not lead to Halyard itself (localhost:${own}).`,
    )
    expect(await loopback.refusalOf('http://10.0.0.1/')).toContain('must not lead into a private network')
    expect(await loopback.refusalOf('https://nowhere.invalid/')).toBeUndefined()
  })

  it('makes sockets that reach no private address either, whoever connects them', async () => {
    const url = await serve((_request, response) => response.end())
    const port = Number(new URL(url).port)
    const connecting = (policy: AddressPolicy, connect: (socket: Socket) => Socket) =>
      new Promise((resolve, reject) => {
        const socket = connect(new Outbound(policy).makeSocket())
        socket.once('error', reject).once('connect', () => resolve(socket.end()))
      })
    const listed = { ...PUBLIC_ONLY, allowList: ['localhost'] }
    for (const host of ['127.0.0.1', 'localhost', '::1', '0x7f.1'])
      await expect(connecting(PUBLIC_ONLY, (one) => one.connect(port, host))).rejects.toThrow(RefusedAddress)
    await expect(connecting(listed, (one) => one.connect('/tmp/file'))).rejects.toThrow(RefusedAddress)
    await connecting(listed, (one) => one.connect(port, 'localhost'))
    await connecting(EVERYWHERE, (one) => one.connect(port, '127.0.0.1'))
  })

  it('reads no more than its bound, compressed or not', async () => {
    const bounded = outbound.within({ maxBytes: 1000 })
    const url = await serve(({ url: path }, response) => {
      if (path === '/fits') return response.end('x'.repeat(1000))
      if (path === '/packed')
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)))
      response.end('x'.repeat(1001))
    })
    expect((await (await bounded.fetch(`${url}/fits`)).text()).length).toBe(1000)
    for (const path of ['/longer', '/packed'])
      await expect((await bounded.fetch(`${url}${path}`)).text(), path).rejects.toThrow(AnswerTooLarge)
  })

  it('reads the beginning of an endless answer, and closes the connection', async () => {
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const url = await serve((request, response) => {
      response.write('x'.repeat(5000))
      request.on('close', closed)
    })
    expect(await readBeginning(await outbound.fetch(url), 100)).toBe('x'.repeat(100))
    await isClosed
  })

  it('times out before the answer and within it', async () => {
    const hasty = outbound.within({ timeoutMs: 100 })
    const url = await serve(({ url: path }, response) => {
      if (path === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' })
      if (path !== '/') response.write(gzipSync('the beginning').subarray(0, 12))
    })
    await expect(hasty.fetch(url)).rejects.toMatchObject({ name: 'TimeoutError' })
    for (const path of ['/within', '/packed'])
      await expect((await hasty.fetch(`${url}${path}`)).text()).rejects.toMatchObject({
        name: 'TimeoutError',
      })
    const reason = new Error('stopped')
    const stopping = new AbortController()
    const stopped = outbound.fetch(url, { signal: stopping.signal })
    stopping.abort(reason)
    await expect(stopped).rejects.toBe(reason)
  })

  it.each([
    [
      new RefusedAddress({ host: 'a.example', port: 80 }, PUBLIC_ONLY),
      'a.example leads into a private network, and is not allowed to.',
    ],
    [new AnswerTooLarge(10), 'It answers with more than 10 bytes.'],
    [new DOMException('late', 'TimeoutError'), 'a.example did not answer in time.'],
    [Object.assign(new Error(), { code: 'ENOTFOUND' }), 'The host a.example cannot be looked up.'],
    [
      new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]),
      'Nothing listens at a.example: the connection was refused.',
    ],
    [Object.assign(new Error(), { code: 'EHOSTUNREACH' }), 'a.example cannot be reached (EHOSTUNREACH).'],
  ])('that fails is explained: %s', (error, text) => {
    expect(explainFailure(error, 'a.example')).toBe(text)
  })
})

describe('a request that failed', () => {
  const post = (url: string, within = outbound) =>
    within.fetch(url, { method: 'POST', body: 'report' }).catch((error: unknown) => error)

  it('may have arrived if it was written as a whole', async () => {
    const broken = await serve((request) => {
      request.resume().on('end', () => request.socket.destroy())
    })
    const silent = await serve(() => {})
    const hasty = outbound.within({ timeoutMs: 200 })
    expect([mayHaveArrived(await post(broken)), mayHaveArrived(await post(silent, hasty))]).toEqual([
      true,
      true,
    ])
  })

  it('has not arrived if there was no connection, or its body was not read', async () => {
    const url = await serve((request) => request.pause())
    const hasty = outbound.within({ timeoutMs: 300 })
    const body = Buffer.alloc(50_000_000)
    const unread = await hasty.fetch(url, { method: 'POST', body }).catch((error: unknown) => error)
    const [server] = servers
    await new Promise((resolve) => {
      server?.close(resolve)
      server?.closeAllConnections()
    })
    expect([mayHaveArrived(unread), mayHaveArrived(await post(url))]).toEqual([false, false])
  })
})

it('an answer says how long to wait, in seconds or as a date', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const pause = (text: string) => pauseOf(new Headers({ 'retry-after': text }), now)
  expect([pause('7'), pause('Tue, 24 Nov 2026 12:00:09 GMT'), pause('soon')]).toEqual([7000, 9000, undefined])
})
