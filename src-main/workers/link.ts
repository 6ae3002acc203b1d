import { timingSafeEqual } from 'node:crypto'
import { connect, type Server, type Socket } from 'node:net'

import type { Link } from './messages.ts'

/** Client of a connection that a worker hands on. */
export interface Peer {
  address: string
  port: number
  /** Our port that it came to. */
  localPort: number
}

/** Longest first line of a connection, and the longest wait for it. */
const MAX_LINE = 1024
const LINE_MS = 10_000

/** Opens a connection to the main process on behalf of a client. Resolves when the main process has taken it for that of the client. */
export function openLinked({ path, secret }: Link, peer: Peer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const fail = (error?: Error) => {
      socket.destroy()
      reject(error ?? new Error('the main process closed the connection'))
    }
    socket.once('error', fail)
    socket.once('close', fail)
    socket.write(`${secret} ${peer.address} ${peer.port} ${peer.localPort}\n`)
    // the request follows once the line was read, so that nothing else is read with it
    socket.once('data', () => {
      socket.off('error', fail)
      socket.off('close', fail)
      resolve(socket)
    })
  })
}

/**
 * Has a server take connections of workers for those of their clients: the first line of each says whose it is. Without the secret a
 * connection is closed. Returns how it takes a connection that came to itself.
 */
export function takeLinked(server: Server, secret: string): (socket: Socket) => void {
  const handlers = server.listeners('connection') as ((socket: Socket) => void)[]
  const take = (socket: Socket) => {
    for (const handle of handlers) handle.call(server, socket)
  }
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    let line = ''
    socket.setTimeout(LINE_MS, () => socket.destroy())
    socket.once('error', () => socket.destroy())
    const read = (bytes: Buffer) => {
      line += bytes.toString()
      if (line.length > MAX_LINE) return socket.destroy()
      if (!line.endsWith('\n')) return undefined
      socket.off('data', read)
      socket.pause()
      const peer = peerIn(line, secret)
      if (!peer) return socket.destroy()
      socket.setTimeout(0)
      define(socket, peer)
      take(socket)
      socket.write('\n')
      return socket.resume()
    }
    socket.on('data', read)
  })
  return take
}

function peerIn(line: string, secret: string): Peer | undefined {
  const [theirs = '', address = '', port, localPort] = line.trim().split(' ')
  const [ours, sent] = [Buffer.from(secret), Buffer.from(theirs)]
  if (ours.length !== sent.length || !timingSafeEqual(ours, sent)) return undefined
  return { address, port: Number(port), localPort: Number(localPort) }
}

/** Has a socket tell the addresses of the client's own connection. */
function define(socket: Socket, { address, port, localPort }: Peer): void {
  const values = { remoteAddress: address, remotePort: port, localPort }
  for (const [name, value] of Object.entries(values)) Object.defineProperty(socket, name, { value })
}
