import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = await occupyPort()
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Listens on a port that was free. */
export function occupyPort(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
  })
}
