import { AsyncLocalStorage } from 'node:async_hooks'
import { getHeapStatistics } from 'node:v8'

import { AppError } from '#kernel/app-error.ts'

interface Bounds {
  /** Bytes that all requests together hold before further ones wait: rows that were read, bodies, answers not yet sent. */
  bytes: number
  /** Bytes that a request takes up from the moment it may read, for it has not read any yet. */
  reserved: number
  /** Requests that read at a time, in all and of one caller. */
  places: number
  placesOfCaller: number
  /** Requests that wait for a place, in all and of one caller. Further ones are refused. */
  waiting: number
  waitingOfCaller: number
  /** Longest time in which nobody ends or goes on, before the first that waits for bytes does. */
  standstillMs: number
}

const MEGABYTE = 2 ** 20
/** Memory that the service needs without any request, about. */
const IDLE_BYTES = 64 * MEGABYTE
/** Times its own bytes that a row takes until its answer is sent. */
const FACTOR = 16

/** Finds the bytes that fit the memory which this process may have. */
const usualBytes = (): number =>
  Math.min(32 * MEGABYTE, Math.max(MEGABYTE, (getHeapStatistics().heap_size_limit - IDLE_BYTES) / FACTOR))

const usualBounds = (bytes = usualBytes()): Bounds => ({
  bytes,
  reserved: Math.min(MEGABYTE, bytes / 2),
  places: 8,
  placesOfCaller: 4,
  waiting: 2000,
  waitingOfCaller: 500,
  standstillMs: 5000,
})

/** Share of one caller in what is under way. */
interface Share {
  reading: number
  waiting: number
  unsent: number
}

interface Waiting {
  flight: Flight
  proceed: () => void
  giveUp: (error: Error) => void
}

/**
 * Bounds what requests hold in memory at a time, by bytes and not by their number. Who begins to read takes up a part
 * of them at once. Beyond the bound a request waits before it reads on; the oldest one never does, so that there is always progress. The oldest may wait for work that a younger one shares with
 * it, though: at a standstill the younger one goes on, too. Requests that write wait with their body alone.
 */
export class InFlight {
  readonly #bounds: Bounds
  readonly #shares = new Map<string, Share>()
  /** Requests that hold something, the oldest first. */
  readonly #active = new Set<Flight>()
  #bytes = 0
  #reading = 0
  /** For a place, in their order. */
  #entering: Waiting[] = []
  /** For bytes. */
  #pausing: Waiting[] = []
  #standstill: NodeJS.Timeout | undefined

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...usualBounds(bounds.bytes), ...bounds }
  }

  /** Begins a request of a caller; it holds nothing yet. */
  begin(caller: string): Flight {
    return new Flight(this, caller)
  }

  /** Bytes that requests hold. */
  get bytes(): number {
    return this.#bytes
  }

  /** Waits for a place to read. Throws 429 where too many requests wait already. */
  enter(flight: Flight): Promise<void> | undefined {
    const share = this.#shareOf(flight.caller)
    if (this.#hasPlace(share)) return void this.#seat(flight, share)
    const { waiting, waitingOfCaller } = this.#bounds
    if (share.waiting >= waitingOfCaller) throw tooMany('You have')
    if (this.#entering.length >= waiting) throw tooMany('There are')
    share.waiting += 1
    return new Promise((proceed, giveUp) => this.#entering.push({ flight, proceed, giveUp }))
  }

  /** Notes bytes that a request holds. Those that were reserved for it are counted already. */
  note(flight: Flight, bytes: number): void {
    this.#active.add(flight)
    const counted = Math.min(flight.reserved, bytes)
    flight.reserved -= counted
    this.#bytes += bytes - counted
  }

  /** Waits while all together hold too much, unless a request is the oldest. */
  waitForRoom(flight: Flight): Promise<void> | undefined {
    if (this.#mayGoOn(flight)) return undefined
    return new Promise((proceed, giveUp) => {
      this.#pausing.push({ flight, proceed, giveUp })
      if (this.#pausing.length === 1) this.#watchStandstill()
    })
  }

  /** Takes back the place of a request whose work is done, and what it held; its answer waits to be sent. */
  leave(flight: Flight, held: number, unsent: number): void {
    this.#bytes += unsent - held - flight.reserved
    flight.reserved = 0
    this.#active.delete(flight)
    const share = this.#shareOf(flight.caller)
    share.unsent += unsent
    if (flight.isReading) {
      flight.isReading = false
      share.reading -= 1
      this.#reading -= 1
    }
    this.#forgetIdle(flight.caller, share)
    this.#wake()
  }

  /** Notes that an answer is sent, or that nobody takes it. */
  noteSent({ caller }: Flight, unsent: number): void {
    this.#bytes -= unsent
    const share = this.#shareOf(caller)
    share.unsent -= unsent
    this.#forgetIdle(caller, share)
    this.#wake()
  }

  /** Stops a request from waiting: its client is gone. */
  giveUp(flight: Flight): void {
    const isOf = (waiting: Waiting) => waiting.flight === flight
    const stopped = [...this.#entering, ...this.#pausing].filter(isOf)
    if (stopped.length === 0) return
    const share = this.#shareOf(flight.caller)
    share.waiting -= this.#entering.filter(isOf).length
    this.#entering = this.#entering.filter((one) => !isOf(one))
    this.#pausing = this.#pausing.filter((one) => !isOf(one))
    for (const { giveUp } of stopped) giveUp(new AppError('RateLimitError', 'The client did not wait.'))
    this.#forgetIdle(flight.caller, share)
  }

  #forgetIdle(caller: string, { reading, waiting, unsent }: Share): void {
    if (reading + waiting + unsent === 0) this.#shares.delete(caller)
  }

  #seat(flight: Flight, share: Share): void {
    flight.isReading = true
    flight.reserved = this.#bounds.reserved
    this.#bytes += flight.reserved
    share.reading += 1
    this.#reading += 1
    this.#active.add(flight)
  }

  #hasPlace({ reading, unsent }: Share): boolean {
    const { bytes, reserved, places, placesOfCaller } = this.#bounds
    if (reading >= placesOfCaller || unsent >= bytes) return false
    return this.#reading === 0 || (this.#reading < places && this.#bytes + reserved <= bytes)
  }

  #mayGoOn(flight: Flight): boolean {
    return this.#bytes <= this.#bounds.bytes || this.#oldest() === flight
  }

  /** One that reads comes first: others may wait for its place. */
  #oldest(): Flight | undefined {
    for (const flight of this.#active) if (flight.isReading) return flight
    const [first] = this.#active
    return first
  }

  #wake(): void {
    for (const waiting of this.#pausing.filter(({ flight }) => this.#mayGoOn(flight))) {
      this.#pausing.splice(this.#pausing.indexOf(waiting), 1)
      waiting.proceed()
    }
    this.#watchStandstill()
    for (const waiting of [...this.#entering]) {
      const share = this.#shareOf(waiting.flight.caller)
      if (!this.#hasPlace(share)) continue
      this.#entering.splice(this.#entering.indexOf(waiting), 1)
      share.waiting -= 1
      this.#seat(waiting.flight, share)
      waiting.proceed()
    }
  }

  /** Lets the first go on once nothing has happened for too long. */
  #watchStandstill(): void {
    clearTimeout(this.#standstill)
    if (this.#pausing.length === 0) return
    this.#standstill = setTimeout(() => {
      this.#pausing.shift()?.proceed()
      this.#watchStandstill()
    }, this.#bounds.standstillMs).unref()
  }

  #shareOf(caller: string): Share {
    const share = this.#shares.get(caller) ?? { reading: 0, waiting: 0, unsent: 0 }
    this.#shares.set(caller, share)
    return share
  }
}

/** A request from its beginning until its work is done and its answer sent. */
export class Flight {
  readonly caller: string
  readonly #inFlight: InFlight
  /** It has a place to read. */
  isReading = false
  /** Bytes that it may read without their being counted again. */
  reserved = 0
  #held = 0
  #unsent = 0
  #isAtWork = true
  #isClosed = false

  constructor(inFlight: InFlight, caller: string) {
    this.#inFlight = inFlight
    this.caller = caller
  }

  /** Waits for a place to read. Rejects when the client goes meanwhile. */
  enter(): Promise<void> | undefined {
    return this.isReading ? undefined : this.#inFlight.enter(this)
  }

  /** Notes bytes that it holds. */
  note(bytes: number): void {
    if (!this.#isAtWork) return
    this.#held += bytes
    this.#inFlight.note(this, bytes)
  }

  /** Waits before it takes more, while all requests together hold too much. */
  room(): Promise<void> | undefined {
    return this.#isAtWork ? this.#inFlight.waitForRoom(this) : undefined
  }

  /** Notes that its work is done, and that its answer has so many bytes. Further calls have no effect. */
  finish(bytes = 0): void {
    if (!this.#isAtWork) return
    this.#isAtWork = false
    this.#unsent = this.#isClosed ? 0 : bytes
    this.#inFlight.leave(this, this.#held, this.#unsent)
  }

  /** Notes that its answer is sent, or that its client is gone. What is at work goes on to its end, unless it waits. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#inFlight.giveUp(this)
    if (!this.#isAtWork) this.#inFlight.noteSent(this, this.#unsent)
  }
}

const around = new AsyncLocalStorage<Flight | undefined>()

/** Runs work as that of a request: what it reads counts as held by it. */
export const during = <T>(flight: Flight | undefined, work: () => Promise<T>): Promise<T> =>
  flight ? around.run(flight, work) : work()

/** Notes bytes that were read for the request that the work at hand is for, if any. */
export const noteRead = (bytes: number): void => around.getStore()?.note(bytes)

/** Waits for room before the work at hand reads, if it is that of a request that reads. One that writes may hold what others wait for. */
export const roomToRead = (): Promise<void> | undefined => {
  const flight = around.getStore()
  return flight?.isReading ? flight.room() : undefined
}

const tooMany = (whose: string) =>
  new AppError('RateLimitError', `${whose} too many requests at once. Repeat this one in a moment.`, {
    headers: { 'retry-after': '1' },
  })
