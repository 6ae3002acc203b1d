import type { Server as HttpServer } from 'node:http'
import net, { type AddressInfo, type Server, type ServerOpts, type Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { findFreePort, findPortOwner, type PortOwner } from '../cli/port-owner.ts'

export const DEFAULT_PORT = 4242
/** After so many ports that others took first, the system chooses one. */
const MAX_ATTEMPTS = 5

/** Error for a port in use. Names the process, if known, and the next free port. */
export class PortInUse extends Error {
  readonly port: number
  readonly owner: PortOwner | undefined
  readonly nextFree: number | undefined

  constructor(port: number, owner: PortOwner | undefined, nextFree: number | undefined) {
    const by = owner ? `by ${owner.name} (process ${owner.pid})` : 'by another program'
    super(`Port ${port} is in use ${by}.${nextFree === undefined ? '' : ` Port ${nextFree} is free.`}`)
    this.port = port
    this.owner = owner
    this.nextFree = nextFree
  }
}

/** Server that accepts the connections at a port. */
export interface Door {
  /** Server that listens at the port. Its other addresses close with it. */
  readonly server: Server
  /** Options of further addresses. */
  readonly options: ServerOpts
  open(address: { host: string; port: number }): Promise<unknown>
  /** Takes a connection of a further address. */
  take(socket: Socket): void
}

/** The server of an app, which accepts its own connections. */
const doorOf = (app: FastifyInstance): Door => ({
  server: app.server,
  // node:http sets the same options on its own sockets
  options: { allowHalfOpen: true, noDelay: true },
  open: (address) => app.listen(address),
  take: (socket) => void app.server.emit('connection', socket),
})

interface Address {
  host: string
  port: number | 'auto'
  basePath?: string
  /** Absent: the app accepts connections itself. */
  door?: Door
}

/** Opens the server to callers; answers the URL. Throws PortInUse. */
export async function listen(
  app: FastifyInstance,
  { host, port, basePath = '', door = doorOf(app) }: Address,
): Promise<string> {
  if (port === 'auto') await listenOnFreePort(door, host)
  else if (!(await isListeningOn(door, { host, port })))
    throw new PortInUse(port, await findPortOwner(port), await findFreePort(port + 1, host))
  const { port: actual } = door.server.address() as AddressInfo
  if (host === '127.0.0.1') await listenOnIpv6Loopback(door, actual)
  return urlOf(host, actual) + basePath
}

/** Listens on the next free port. Another program that starts at the same time can take it first. */
async function listenOnFreePort(door: Door, host: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = await findFreePort(DEFAULT_PORT, host)
    if (port !== undefined && (await isListeningOn(door, { host, port }))) return
  }
  await door.open({ host, port: 0 })
}

/** Listens on a port; false if the port is in use. */
async function isListeningOn(door: Door, address: { host: string; port: number }): Promise<boolean> {
  try {
    await door.open(address)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return false
  }
}

/** Builds the URL at which a program on this machine reaches the server. */
export function urlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Listens on ::1 too, as clients of `localhost` may try it first. Its connections go to the one HTTP server,
 * with the same handlers, timeouts and limits. Without IPv6, or if the port is in use there, it is skipped.
 */
async function listenOnIpv6Loopback(door: Door, port: number): Promise<void> {
  const listener = net.createServer(door.options, (socket) => door.take(socket))
  const isListening = await new Promise<boolean>((resolve) => {
    listener.once('error', () => resolve(false))
    listener.listen({ host: '::1', port, ipv6Only: true }, () => resolve(true))
  })
  if (!isListening) return
  const { server } = door
  server.once('close', () => {
    listener.close()
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections()
  })
}
