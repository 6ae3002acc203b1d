import http from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { findFreePort, findPortOwner, type PortOwner } from './port-owner.ts'

export const DEFAULT_PORT = 4242

/** The port is taken. Says by whom, if known, and which one is free. */
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

/** Opens the server to callers; answers the URL. Throws PortInUse. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number | 'auto' },
): Promise<string> {
  const wanted = port === 'auto' ? ((await findFreePort(DEFAULT_PORT, host)) ?? 0) : port
  try {
    await app.listen({ host, port: wanted })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PortInUse(wanted, await findPortOwner(wanted), await findFreePort(wanted + 1, host))
  }
  const { port: actual } = app.server.address() as AddressInfo
  if (host === '127.0.0.1') await listenOnIpv6Loopback(app, actual)
  return urlOf(host, actual)
}

/** Where a program of this machine finds what listens there. */
export function urlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Programs that ask for `localhost` may try ::1 first. Where there is no IPv6, or the port is taken there, we do without. */
async function listenOnIpv6Loopback(app: FastifyInstance, port: number): Promise<void> {
  const server = http.createServer((request, response) => app.routing(request, response))
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: '::1', port, ipv6Only: true }, () => resolve(true))
  })
  if (!listening) return
  app.server.once('close', () => {
    server.close()
    server.closeAllConnections()
  })
}
