import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { refuseOwnState } from './own-state-answers.ts'

/** Faults of an upstream, and of what stands between it and a mirror. */
export const FAULTS = [
  'a page of HTML',
  'broken JSON',
  'flags that are none',
  'an empty object',
  'no flags, in a page',
  'less than announced',
  'a chunk too few',
  'half of the text',
  'text that claims to be gzip',
  'half of the gzip',
  'too many requests',
  'too many requests, with a time',
  'an error',
  'a token refused',
  'an older state',
  'no connection',
] as const
export type Fault = (typeof FAULTS)[number]

const QUESTION = '76d8bb0e'

/**
 * Stands in for an upstream that is not well. Its state has a revision: with each change a flag is flipped, one comes and one goes. Its
 * whole answers have the headers and the form of the original service, which `test/interop/mirror.test.ts` compares.
 */
export class FaultyUpstream {
  revision = 1
  /** Fault of the next answer; undefined: none. */
  fault: Fault | undefined
  /** Questions for flags so far. */
  polls = 0
  /** Answers reports; absent: it takes none. */
  takeReport: http.RequestListener | undefined
  readonly #server = http.createServer((request, response) => this.#answer(request, response))

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Flags of a revision, by name: whether they are on. */
  static stateOf(revision: number): Record<string, boolean> {
    return {
      flip: revision % 2 === 1,
      steady: true,
      [`only-${revision}`]: true,
      [`both-${revision - (revision % 2)}`]: true,
    }
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { url, headers, socket } = request
    if (url === '/api/client/metrics/edge') return refuseOwnState(response)
    if (url === '/api/client/metrics/bulk' && this.takeReport) return this.takeReport(request, response)
    if (url !== '/api/client/features') return void response.writeHead(404).end()
    this.polls += 1
    const { fault } = this
    const json = { 'content-type': 'application/json; charset=utf-8' }
    const text = this.#textOf(fault === 'an older state' ? this.revision - 1 : this.revision)
    const half = text.slice(0, text.length / 2)
    const tagged = {
      ...json,
      etag: this.#etagOf(fault === 'an older state' ? this.revision - 1 : this.revision),
    }
    switch (fault) {
      case 'no connection':
        return void socket.destroy()
      case 'a page of HTML':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>')
      case 'broken JSON':
        return void response.writeHead(200, tagged).end(`${half}}`)
      case 'flags that are none':
        return void response.writeHead(200, tagged).end('{"version":2,"features":[{"name":7}]}')
      case 'an empty object':
        return void response.writeHead(200, tagged).end('{}')
      case 'no flags, in a page':
        return void response
          .writeHead(200, { ...tagged, 'content-type': 'text/html' })
          .end('{"version":2,"features":[]}')
      case 'less than announced':
        response.writeHead(200, { ...tagged, 'content-length': String(text.length) }).write(half)
        return void setImmediate(() => socket.destroy())
      case 'a chunk too few':
        response.writeHead(200, tagged).write(half)
        return void setImmediate(() => socket.destroy())
      case 'half of the text':
        return void response.writeHead(200, tagged).end(half)
      case 'text that claims to be gzip':
        return void response.writeHead(200, { ...tagged, 'content-encoding': 'gzip' }).end(text)
      case 'half of the gzip': {
        const packed = gzipSync(text)
        const cut = packed.subarray(0, packed.length / 2)
        return void response.writeHead(200, { ...tagged, 'content-encoding': 'gzip' }).end(cut)
      }
      case 'too many requests':
        return void response.writeHead(429).end('Too many requests, please try again later.')
      case 'too many requests, with a time':
        return void response.writeHead(429, { 'retry-after': '40' }).end()
      case 'an error':
        return void response.writeHead(500, json).end('{"name":"UnexpectedError"}')
      case 'a token refused':
        return void response.writeHead(401, json).end('{"name":"AuthenticationRequired"}')
      case 'an older state':
        return void response.writeHead(200, tagged).end(text)
      case undefined: {
        if (headers['if-none-match'] === tagged.etag) return void response.writeHead(304).end()
        return void response.writeHead(200, tagged).end(text)
      }
    }
  }

  #etagOf(revision: number): string {
    return `"${QUESTION}:${revision}:v1"`
  }

  #textOf(revision: number): string {
    const features = Object.entries(FaultyUpstream.stateOf(revision)).map(([name, enabled]) => ({
      name,
      type: 'release',
      enabled,
      project: 'default',
      stale: false,
      strategies: [{ name: 'default', constraints: [], parameters: {}, variants: [] }],
      variants: [],
      description: null,
      impressionData: false,
    }))
    const meta = { revisionId: revision, etag: this.#etagOf(revision), queryHash: QUESTION }
    return JSON.stringify({ version: 2, features, query: { environment: 'development' }, meta })
  }
}
