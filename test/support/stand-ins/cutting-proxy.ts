import { connect, createServer, type Socket } from 'node:net'

import type { AddressInfo } from 'node:net'

/** Stands between a client and a server, and cuts a connection on demand. */
export interface CuttingProxy {
  /** The URL of the server, through the proxy. */
  readonly url: string
  /** Cuts the connection that sends a text next, when the server answers it: the answer is lost. */
  cutAfter(text: string): void
  /** Cuts the connection that sends a text next, before the text arrives. */
  cutBefore(text: string): void
  close(): void
}

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let wanted: string | undefined
  let unwanted: string | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isCut = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (chunk) => {
      if (unwanted !== undefined && chunk.includes(unwanted)) {
        unwanted = undefined
        return end()
      }
      if (wanted !== undefined && chunk.includes(wanted)) {
        wanted = undefined
        isCut = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => (isCut ? end() : client.write(chunk)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    cutAfter: (text) => (wanted = text),
    cutBefore: (text) => (unwanted = text),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
