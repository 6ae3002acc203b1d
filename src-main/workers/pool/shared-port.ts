import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Door } from '../../app/listen.ts'
import { takeLinked } from '../link.ts'
import type { WorkerPool } from './worker-pool.ts'

/** As node:http sets them; nothing is read of a connection before it is known who answers it. */
const OPTIONS = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true }

/** The port that workers and the main process share. The main process accepts; whoever answers gets the connection. */
export class SharedPort {
  readonly #app: FastifyInstance
  readonly #pool: WorkerPool
  readonly #server: Server
  #answer: (socket: Socket) => void = (socket) => socket.destroy()
  #removeFolder = () => {}

  constructor(app: FastifyInstance, pool: WorkerPool) {
    this.#app = app
    this.#pool = pool
    this.#server = createServer(OPTIONS, (socket) => this.#take(socket))
  }

  /** Listens to the workers, and starts them. What they hand on comes to the server as from their clients. */
  async start(): Promise<void> {
    const link = makeLink()
    this.#removeFolder = link.remove
    this.#answer = takeLinked(this.#app.server, this.#pool.secret)
    this.#pool.onGivenBack((socket) => this.#take(socket))
    await this.#app.listen({ path: link.path })
    await this.#pool.start(link.path)
  }

  get door(): Door {
    const server = this.#server
    return {
      server,
      options: OPTIONS,
      open: (address) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(address, () => {
            server.off('error', reject)
            resolve()
          })
        }),
      take: (socket) => this.#take(socket),
    }
  }

  /** Accepts no more connections, and has the workers answer their requests and end. */
  async close(): Promise<void> {
    this.#server.close()
    await this.#pool.close()
    this.#removeFolder()
  }

  /** While no worker can take it, the main process answers itself. */
  #take(socket: Socket): void {
    if (this.#pool.take(socket)) return
    this.#answer(socket)
    socket.resume()
  }
}

/** Makes a place for connections of workers, which other users of the machine do not reach. */
function makeLink(): { path: string; remove: () => void } {
  if (process.platform === 'win32')
    return { path: `\\\\.\\pipe\\halyard-${randomBytes(16).toString('hex')}`, remove: () => undefined }
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-'))
  return { path: path.join(folder, 'link'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
