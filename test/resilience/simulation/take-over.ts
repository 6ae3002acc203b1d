import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { Transform } from 'node:stream'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import zlib from 'node:zlib'

import type { VirtualNetwork } from './virtual-network.ts'
import type { Happening, VirtualTime } from './virtual-time.ts'

/** The simulated machine, as far as a process asks it for something. */
interface Machine {
  time: VirtualTime
  random: () => number
  network: VirtualNetwork
}

type AsyncFunction = (...args: unknown[]) => Promise<unknown>

const BYTE_VALUES = 256
/** Delays of the machine's own work: the disk, and other threads. */
const MOST_EXTERNAL_MS = 4
/** Pauses of the whole process, such as those of the garbage collector. */
const PAUSE = { share: 0.01, mostMs: 25 }
/** A repetition without a pause would never let time pass. */
const LEAST_INTERVAL_MS = 1

/**
 * Gives this process a simulated machine, for the rest of its life: clocks, timers, random numbers, asynchronous files, password
 * hashes, and connections. What a service does then depends on the seed alone.
 */
export function takeOver({ time, random, network }: Machine): void {
  takeTimers(time)
  takeClocks(time, random)
  takeRandom(random)
  takeFiles((work) => time.external(random() * MOST_EXTERNAL_MS, work))
  takeThreads((work) => time.after(random() * MOST_EXTERNAL_MS, work))
  takeNetwork(time, network)
  syncBuiltinESMExports()
}

/** Stands in for a timer of Node.js. */
class Timer {
  happening: Happening
  constructor(happening: Happening) {
    this.happening = happening
  }
  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => false
  close = (): void => cancel(this);
  [Symbol.dispose](): void {
    cancel(this)
  }
}

const cancel = (timer: unknown): void => {
  if (timer instanceof Timer) timer.happening.isCancelled = true
}

function takeTimers(time: VirtualTime): void {
  const setTimer = (run: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) =>
    new Timer(time.after(Math.max(LEAST_INTERVAL_MS, milliseconds ?? 0), () => run(...args)))
  const setRepeated = (run: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => {
    const every = Math.max(LEAST_INTERVAL_MS, milliseconds ?? 0)
    const timer: Timer = new Timer(time.after(every, repeat))
    function repeat(): void {
      timer.happening = time.after(every, repeat)
      run(...args)
    }
    return timer
  }
  const setNext = (run: (...args: unknown[]) => void, ...args: unknown[]) =>
    new Timer(time.after(0, () => run(...args)))
  const replaced = {
    setTimeout: setTimer,
    setInterval: setRepeated,
    setImmediate: setNext,
    clearTimeout: cancel,
    clearInterval: cancel,
    clearImmediate: cancel,
  }
  Object.assign(globalThis, replaced)
  Object.assign(timers, replaced)
  const waitFor = <T>(milliseconds: number, value: T, signal?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const aborted = () =>
        Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' })
      if (signal?.aborted) return reject(aborted())
      const timer = new Timer(time.after(milliseconds, () => resolve(value)))
      signal?.addEventListener('abort', () => {
        cancel(timer)
        reject(aborted())
      })
    })
  Object.assign(timersPromises, {
    setTimeout: <T>(milliseconds = 1, value?: T, { signal }: { signal?: AbortSignal } = {}) =>
      waitFor(Math.max(LEAST_INTERVAL_MS, milliseconds), value, signal),
    setImmediate: <T>(value?: T, { signal }: { signal?: AbortSignal } = {}) => waitFor(0, value, signal),
  })
  AbortSignal.timeout = (milliseconds) => {
    const ending = new AbortController()
    time.after(milliseconds, () => ending.abort(new DOMException('The operation timed out.', 'TimeoutError')))
    return ending.signal
  }
}

function takeClocks(time: VirtualTime, random: () => number): void {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: unknown[], newTarget): Date =>
      Reflect.construct(target, given.length === 0 ? [time.wall] : given, newTarget) as Date,
    apply: () => new RealDate(time.wall).toString(),
    get: (target, name, receiver): unknown =>
      name === 'now' ? () => time.wall : Reflect.get(target, name, receiver),
  })
  // whoever asks for the time does so between steps of work: now and then the machine was at something else
  performance.now = () => {
    if (random() < PAUSE.share) time.lose(random() * PAUSE.mostMs)
    return time.elapsed
  }
  // the machine is never busy
  process.cpuUsage = () => ({ user: 0, system: 0 })
}

function takeRandom(random: () => number): void {
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * BYTE_VALUES)
    return view
  }
  const uuid = () => {
    const bytes = fill(Buffer.alloc(16))
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  Math.random = random
  Object.assign(crypto, {
    randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
      const bytes = fill(Buffer.alloc(size))
      done?.(null, bytes)
      return bytes
    },
    randomFillSync: fill,
    randomUUID: uuid,
    randomInt: (least: number, below?: number) =>
      below === undefined ? Math.floor(random() * least) : least + Math.floor(random() * (below - least)),
  })
  Object.assign(crypto.webcrypto, { getRandomValues: fill, randomUUID: uuid })
}

/** Functions of node:fs/promises whose work is real, and done while nothing else happens. */
function takeFiles(external: <T>(work: () => Promise<T>) => Promise<T>): void {
  const take = (owner: object, names: readonly string[], wrap = (result: unknown): unknown => result) => {
    for (const name of names) {
      const original = Reflect.get(owner, name) as AsyncFunction
      const taken = (...args: unknown[]) => external(async () => wrap(await original.apply(owner, args)))
      Reflect.set(owner, name, taken)
    }
  }
  const ofHandle = ['read', 'write', 'writeFile', 'readFile', 'sync', 'datasync', 'truncate', 'stat', 'close']
  const names = Object.keys(fs.promises).filter(
    (name) => !['open', 'watch', 'constants', 'glob'].includes(name),
  )
  take(fs.promises, names)
  take(fs.promises, ['open'], (handle) => {
    take(handle as object, ofHandle)
    return handle
  })
}

/** Unpacks in this thread. */
class Gunzip extends Transform {
  readonly #chunks: Uint8Array[] = []

  override _transform(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  override _flush(done: (error?: Error) => void): void {
    try {
      this.push(zlib.gunzipSync(Buffer.concat(this.#chunks)))
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Work of other threads is done at once, and takes its time all the same. */
function takeThreads(later: (work: () => void) => void): void {
  const hash = crypto.scryptSync
  const scrypt = (...args: unknown[]): void => {
    const done = args.pop() as (error: null, key: Buffer) => void
    const key = hash(...(args as Parameters<typeof hash>))
    later(() => done(null, key))
  }
  Object.assign(crypto, { scrypt })
  Object.defineProperty(zlib, 'createGunzip', {
    value: () => new Gunzip(),
    configurable: true,
    enumerable: true,
  })
  for (const name of [
    'gzip',
    'gunzip',
    'brotliCompress',
    'brotliDecompress',
    'deflate',
    'inflate',
  ] as const) {
    const work = zlib[`${name}Sync`]
    Object.assign(zlib, {
      [name]: (data: Uint8Array, ...args: unknown[]): void => {
        const done = args.pop() as (error: unknown, result?: Buffer) => void
        let answer: () => void
        try {
          const result = work(data, args[0] as object)
          answer = () => done(null, result)
        } catch (error) {
          answer = () => done(error)
        }
        later(() => answer())
      },
    })
  }
  const { Module, Instance } = WebAssembly
  WebAssembly.instantiate = ((bytes: BufferSource, imports: WebAssembly.Imports) => {
    const module = new Module(bytes)
    return Promise.resolve({ module, instance: new Instance(module, imports) })
  }) as typeof WebAssembly.instantiate
}

function takeNetwork(time: VirtualTime, network: VirtualNetwork): void {
  Object.assign(net, { connect: network.connect, createConnection: network.connect })
  Object.assign(net.Server.prototype, {
    listen(this: net.Server, asked: number | { port?: number }, ...args: unknown[]) {
      network.listen(this, (typeof asked === 'number' ? asked : asked.port) ?? 0)
      const done = args.at(-1)
      if (typeof done === 'function') this.once('listening', done as () => void)
      time.after(0, () => this.emit('listening'))
      return this
    },
    address(this: net.Server) {
      return { address: '127.0.0.1', family: 'IPv4', port: network.portOf(this) }
    },
    close(this: net.Server, done?: () => void) {
      network.close(this)
      time.after(0, () => {
        this.emit('close')
        done?.()
      })
      return this
    },
  })
}
