import type { FastifyInstance } from 'fastify'

import type { OpenPort, PortOpener } from '#kernel/port-opener.ts'
import { listen, urlOf } from './listen.ts'

interface Options {
  host: string
  /** Path before all others; empty: none. */
  basePath: string
  /** Makes the server of a version of the contract. */
  serverOf: (contract: string) => Promise<FastifyInstance>
}

/** Creates an opener of additional ports. Each port has its own server. */
export function createPortOpener({ host, basePath, serverOf }: Options): PortOpener {
  return {
    urlOf: (port) => urlOf(host, port) + basePath,
    open: async (port, contract): Promise<OpenPort> => {
      const app = await serverOf(contract)
      try {
        const url = await listen(app, { host, port, basePath })
        return { url, close: () => app.close() }
      } catch (error) {
        await app.close()
        throw error
      }
    },
  }
}
