import http from 'node:http'
import type { Duplex } from 'node:stream'

import type { Line } from './dial.ts'

/** Agent for libraries that send HTTP requests themselves. Its connections are opened as all others are. */
export class DiallingAgent extends http.Agent {
  readonly protocol: string
  readonly #open: (url: URL) => Promise<Line>

  /** `protocol`: `http:` or `https:`. */
  constructor(protocol: string, open: (url: URL) => Promise<Line>) {
    super({ keepAlive: false })
    this.protocol = protocol
    this.#open = open
  }

  override createConnection(
    { host, port }: http.ClientRequestArgs,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const name = host?.includes(':') ? `[${host}]` : host
    // an error comes without a stream, which the types of Node.js do not know
    const fail = callback as (error: Error) => void
    this.#open(new URL(`${this.protocol}//${name ?? 'localhost'}:${port ?? ''}`)).then(
      ({ socket }) => callback(null, socket),
      fail,
    )
  }
}
