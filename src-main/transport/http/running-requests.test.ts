import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { RunningRequests } from './running-requests.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a server that answers `/slow` when it is told to. */
async function start() {
  const requests = new RunningRequests()
  const calls = new EventEmitter()
  const arrived = once(calls, 'arrived')
  const answered = once(calls, 'answer')
  const server = http.createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n')
      return
    }
    calls.emit('arrived')
    void answered.then(() => response.end('whole'))
  })
  servers.push(server)
  requests.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = () => calls.emit('answer')
  return { requests, arrived, answer, port, url: `http://127.0.0.1:${port}` }
}

describe('the end of a service', () => {
  it('waits for a request that runs, and takes no new ones', async () => {
    const { requests, arrived, answer, url } = await start()
    const slow = fetch(`${url}/slow`)
    await arrived
    let hasEnded = false
    const end = requests.finish(60_000).then(() => (hasEnded = true))
    await expect(fetch(`${url}/other`)).rejects.toThrow('fetch failed')
    expect(hasEnded).toBe(false)
    answer()
    const response = await slow
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.text()).toBe('whole')
    await end
  })

  it('waits no longer than the bound', async () => {
    const { requests, arrived, url } = await start()
    const slow = fetch(`${url}/slow`).catch(() => undefined)
    await arrived
    await requests.finish(20)
    servers.at(-1)?.closeAllConnections()
    expect(await slow).toBeUndefined()
  })

  it('does not wait for streams of events, nor for a request of which a part is missing', async () => {
    const { requests, arrived, port, url } = await start()
    const stream = await fetch(`${url}/stream`)
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf')
    await arrived
    await requests.finish(60_000)
    socket.destroy()
    await stream.body?.cancel()
  })
})
