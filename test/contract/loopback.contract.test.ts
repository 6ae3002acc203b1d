import net from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
let port: number
/** Waits for no request that does not come at once. */
let hasty: TestBackend
let hastyPort: number

const listen = async (at: TestBackend) => Number(new URL(await at.backend.listen(0)).port)
beforeAll(async () => {
  app = await startBackend()
  port = await listen(app)
  hasty = await startBackend({ timeouts: { requestMs: 200, checkMs: 50 } })
  hastyPort = await listen(hasty)
})
afterAll(() => Promise.all([app.stop(), hasty.stop()]))

/** Sends text over one connection to an address, and returns the response once the service closes it. */
async function talk(host: string, sent: string, to = port): Promise<string> {
  const socket = net.connect({ host, port: to })
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => undefined)
  socket.write(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.backend.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe.each(['127.0.0.1', '::1'])('the listener on %s', (host) => {
  it('answers, and keeps the connection for the next request', async () => {
    const head = `GET /health HTTP/1.1\r\nHost: localhost:${port}\r\n`
    const answers = await talk(host, `${head}\r\n${head}Connection: close\r\n\r\n`)
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })

  it('cuts off a body that does not arrive', async () => {
    const head = `POST /auth/simple/login HTTP/1.1\r\nHost: localhost:${hastyPort}\r\n`
    const sent = `${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`
    expect(await talk(host, sent, hastyPort)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('closes a connection that sends nothing, or only the start of a request', async () => {
    expect(await talk(host, '', hastyPort)).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(await talk(host, 'GET /health HTTP/1.1\r\nHost: loc', hastyPort)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('rejects a host of another name', async () => {
    const answer = await talk(host, 'GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
  })
})

it('the service ends its connections on both addresses when it closes', async () => {
  const other = await startBackend()
  const at = Number(new URL(await other.backend.listen(0)).port)
  const ended = ['127.0.0.1', '::1'].map(async (host) => {
    const socket = net.connect({ host, port: at })
    await new Promise((resolve) => socket.once('connect', resolve))
    return { ended: new Promise((resolve) => socket.once('close', () => resolve(host))) }
  })
  const sockets = await Promise.all(ended)
  await other.stop()
  expect(await Promise.all(sockets.map((socket) => socket.ended))).toEqual(['127.0.0.1', '::1'])
  expect(await connections()).toBe(0)
})
