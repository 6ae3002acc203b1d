import type { Server, ServerResponse } from 'node:http'

/** Longest wait for running requests. Container runtimes kill a process some ten seconds after they ask it to end. */
const WITHIN_MS = 5000

/** Requests that servers are answering, so that a service can end without cutting them. */
export class RunningRequests {
  readonly #servers = new Set<Server>()
  readonly #running = new Set<ServerResponse>()
  #isEnding = false
  #noteEnd = () => {}

  /** Watches the requests of a server from its start. */
  watch(server: Server): void {
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
    // before the handlers, which may answer at once
    server.prependListener('request', (_request, response) => {
      this.#running.add(response)
      response.once('close', () => {
        this.#running.delete(response)
        this.#noteEnd()
      })
      if (this.#isEnding) response.shouldKeepAlive = false
    })
    server.prependListener('connection', (socket) => {
      if (this.#isEnding) socket.destroy()
    })
  }

  /**
   * Accepts no more connections, and waits until the requests that have arrived are answered. Streams do not end by themselves,
   * and a request that is still being sent has changed nothing: these are left to be cut.
   */
  async finish(withinMs = WITHIN_MS): Promise<void> {
    this.#isEnding = true
    for (const server of this.#servers) server.close()
    for (const response of this.#running) response.shouldKeepAlive = false
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      this.#noteEnd = () => {
        if ([...this.#running].some(isToBeAnswered)) return
        clearTimeout(timer)
        resolve()
      }
      this.#noteEnd()
    })
  }
}

const isToBeAnswered = ({ req, headersSent, writableEnded }: ServerResponse): boolean =>
  req.complete && (!headersSent || writableEnded)
