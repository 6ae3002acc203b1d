import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Address that leads to whichever server is the primary, as a virtual address or a proxy does. */
export interface SwitchingProxy {
  readonly port: number
  /** Cuts all connections; later ones lead to another server. */
  leadTo(port: number): void
  /** Lets nothing through, as a network that drops every packet: connections stay open, and hear nothing. */
  hold(): void
  /** Lets through what waits. */
  release(): void
  close(): void
}

export async function startSwitchingProxy(port: number): Promise<SwitchingProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = port
  let isHeld = false
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        pairs.delete(pair)
        end()
      })
    }
    if (!isHeld) join(pair)
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
    hold: () => {
      isHeld = true
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).pause()
        upstream.unpipe(client).pause()
      }
    },
    release: () => {
      isHeld = false
      for (const pair of pairs) join(pair)
    },
    close: () => {
      server.close()
      cut()
    },
  }
}

function join([client, upstream]: readonly [Socket, Socket]): void {
  client.pipe(upstream)
  upstream.pipe(client)
}
