import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Address that leads to whichever server is the primary, as a virtual address or a proxy does. */
export interface SwitchingProxy {
  readonly port: number
  /** Cuts all connections; later ones lead to another server. */
  leadTo(port: number): void
  close(): void
}

export async function startSwitchingProxy(port: number): Promise<SwitchingProxy> {
  const sockets = new Set<Socket>()
  let target = port
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      target = next
      cut()
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
