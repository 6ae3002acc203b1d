import { randomUUID } from 'node:crypto'
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { AppError } from '#kernel/app-error.ts'
import { openLinked } from '../link.ts'
import type { Link } from '../messages.ts'

/** Headers that are of one connection. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade'])

/** Record of the error while the main process does not answer. */
const away = () =>
  new AppError(
    'StoreUnavailableError',
    'The main process of this service does not answer. Try again.',
  ).toRecord(randomUUID())

/** Hands requests on to the main process. A connection of a client has one to the main process, made when it is first needed. */
export class HandOn {
  readonly #link: Link
  readonly #agents = new WeakMap<Socket, Agent>()

  constructor(link: Link) {
    this.#link = link
  }

  /** Has the main process answer a request. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const sent = httpRequest({
      agent: this.#agentOf(request.socket),
      method: request.method,
      path: request.url,
      headers: ofMessage(request.rawHeaders),
      setHost: false,
    })
    sent.once('response', (answer) => passBack(answer, response))
    sent.once('error', () => refuse(response))
    response.once('close', () => endUnlessDone(sent, response))
    request.once('error', () => sent.destroy())
    // answered before all of it was sent: the rest is read, so that the next request of the connection comes
    sent.once('close', () => request.unpipe(sent).resume())
    request.pipe(sent)
  }

  #agentOf(socket: Socket): Agent {
    const known = this.#agents.get(socket)
    if (known) return known
    const agent = new LinkAgent(this.#link, socket)
    this.#agents.set(socket, agent)
    socket.once('close', () => agent.destroy())
    return agent
  }
}

/** Opens the connection of one client to the main process. */
class LinkAgent extends Agent {
  readonly #link: Link
  readonly #client: Socket

  constructor(link: Link, client: Socket) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#link = link
    this.#client = client
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback: (error: Error | null, stream: Duplex) => void = () => undefined,
  ): undefined {
    const { remoteAddress: address = '', remotePort: port = 0, localPort = 0 } = this.#client
    openLinked(this.#link, { address, port, localPort }).then(
      (socket) => callback(null, socket),
      // node reads no stream where there is an error
      (error: Error) => callback(error, undefined as never),
    )
    return undefined
  }
}

function passBack(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, statusMessage, rawHeaders } = answer
  // its own framing follows from the connection of the client
  const headers = ofMessage(rawHeaders, 'transfer-encoding')
  response.writeHead(statusCode, statusMessage, headers)
  response.flushHeaders()
  answer.once('error', () => response.destroy())
  answer.once('close', () => {
    if (!answer.complete) response.destroy()
  })
  answer.pipe(response)
}

/** Headers without those of the connection, as they were sent. */
function ofMessage(raw: readonly string[], ...others: string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    const key = name.toLowerCase()
    if (!OF_CONNECTION.has(key) && !others.includes(key)) kept.push(name, value)
  }
  return kept
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
  response.end(JSON.stringify(away()))
}

function endUnlessDone(sent: ClientRequest, response: ServerResponse): void {
  if (!response.writableFinished) sent.destroy()
}
