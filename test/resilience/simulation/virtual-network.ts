import type { Server } from 'node:net'
import { Duplex } from 'node:stream'

import type { VirtualTime } from './virtual-time.ts'

/** Most milliseconds of one way, and of one that is slow. */
const LATENCY = { usual: 2, slow: 40, slowShare: 0.1 }
/** Ports of servers that ask for any. */
const FIRST_PORT = 4242

/** One end of a connection that is not there: what is written to it comes out at the other end, later. */
class Wire extends Duplex {
  /** For the client of node:http. */
  readonly setTimeout = (): this => this
  readonly setNoDelay = (): this => this
  readonly setKeepAlive = (): this => this
  readonly ref = (): this => this
  readonly unref = (): this => this
  #other: Wire | undefined
  readonly #later: (run: () => void) => void

  constructor(later: (run: () => void) => void) {
    super({ allowHalfOpen: true })
    this.#later = later
  }

  join(other: Wire): void {
    this.#other = other
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const bytes = Buffer.from(chunk)
    this.#later(() => {
      if (this.#other?.destroyed === false) this.#other.push(bytes)
      done()
    })
  }

  override _final(done: () => void): void {
    this.#later(() => {
      if (this.#other?.destroyed === false) this.#other.push(null)
      done()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#later(() =>
      this.#other?.destroy(this.#other.readableEnded ? undefined : failure('read ECONNRESET')),
    )
    done(error)
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }
}

/** Connects the servers and clients of this process by their ports, with delays. */
export class VirtualNetwork {
  /** True once the machine that calls others has no power: it sends no more. */
  isOff: () => boolean = () => false
  readonly #servers = new Map<number, Server>()
  readonly #time: VirtualTime
  readonly #random: () => number

  constructor(time: VirtualTime, random: () => number) {
    this.#time = time
    this.#random = random
  }

  /** Gives a server a port, or the one that it asks for. */
  listen(server: Server, asked: number): void {
    let port = asked
    if (port === 0) for (port = FIRST_PORT; this.#servers.has(port);) port++
    // the addresses of one machine share a port
    if (!this.#servers.has(port)) this.#servers.set(port, server)
  }

  /** Finds the port of a server, or the first one if it has none of its own. */
  portOf(server: Server): number {
    return [...this.#servers].find(([, one]) => one === server)?.[0] ?? FIRST_PORT
  }

  close(server: Server): void {
    for (const [port, one] of this.#servers) if (one === server) this.#servers.delete(port)
  }

  readonly connect = ({ port }: { port: number }): Duplex => {
    // in order: a wire does not overtake itself
    let arrives = 0
    const mostMs = this.#random() < LATENCY.slowShare ? LATENCY.slow : LATENCY.usual
    const inOrder = (run: () => void) => {
      arrives = Math.max(arrives, this.#time.elapsed + this.#random() * mostMs)
      this.#time.after(arrives - this.#time.elapsed + 1, run)
    }
    const client = new Wire((run) => {
      if (!this.isOff()) inOrder(run)
    })
    const server = new Wire(inOrder)
    client.join(server)
    server.join(client)
    inOrder(() => {
      const there = this.#servers.get(port)
      if (client.destroyed) return
      if (!there || this.isOff()) return void client.destroy(failure('connect ECONNREFUSED'))
      there.emit('connection', server)
      client.emit('connect')
    })
    return client
  }
}

const failure = (message: string) => Object.assign(new Error(message), { code: message.split(' ')[1] })
