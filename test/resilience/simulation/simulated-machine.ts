import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import type { Backend } from '#main/app/backend.ts'
import { createLogger, type RecordingLogger } from '#kernel/logger.ts'
import { ForgetfulFolder } from '#support/faults/forgetful-folder.ts'
import { seededRandom } from '#support/runner/random.ts'
import { copyDatabase } from '../read-ledger.ts'
import { readFile, type ReadRows } from '../torture/invariants.ts'
import type { VirtualNetwork } from './virtual-network.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Address of the service, for `fetch`. */
export const SERVICE = 'http://simulated.test'
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const LATENCY_MS = 3
/** Most milliseconds of a sync, of a slow one, and how often it is slow. */
const SYNC = { usual: 6, slow: 400, slowShare: 0.06 }
const CLOCK_JUMP_MS = HOUR_MS
/** Changes of the disk from a start to a cut within it. */
const CHANGES_OF_START = 25
/** Chances of the ends of an instance: up to each number. */
const ENDS = { stopped: 0.2, killed: 0.4, cutAtStart: 0.5 }
/** Shares of what was on its way that have reached the disk at a power cut. */
const KEPT = [0, 0.5, 0.9, 1]

export type End = 'stopped' | 'killed' | 'cut'

export interface MachineOptions {
  seed: number
  /** File that gets a line for each answer, to compare two runs. */
  trace?: string | undefined
}

export interface Surroundings {
  time: VirtualTime
  network: VirtualNetwork
  /** Folder for all that is written. */
  folder: string
}

/** The machine on which a service lives, again and again: its disk, its power, and what clients are answered. */
export class SimulatedMachine {
  readonly faults: string[] = []
  readonly count = {
    starts: 0,
    stops: 0,
    kills: 0,
    cuts: 0,
    fullDisks: 0,
    failedSyncs: 0,
    clockJumps: 0,
    answers: 0,
  }
  readonly time: VirtualTime
  readonly random: () => number
  /** True while what fails is no fault of the service. */
  isTroubled = false
  readonly #folder: string
  readonly #trace: string | undefined
  readonly #digest = createHash('sha256')
  #made = 0
  /** The service that answers now; undefined: nobody does. */
  #backend: Backend | undefined
  #disk: ForgetfulFolder | undefined
  /** Calls of clients who wait for an answer, to be told that none comes. */
  readonly #waiting = new Set<() => void>()

  constructor({ seed, trace }: MachineOptions, { time, network, folder }: Surroundings) {
    this.time = time
    this.random = seededRandom(seed)
    this.#folder = folder
    this.#trace = trace
    network.isOff = () => this.#disk?.isOff ?? false
    globalThis.fetch = (url, init = {}) =>
      this.#fetch(url instanceof Request ? url.url : url.toString(), init)
    process.on('unhandledRejection', (error) => this.faults.push(`unhandled: ${String(error)}`))
  }

  get digest(): string {
    return this.#digest.copy().digest('hex')
  }

  below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  newFolder(): string {
    const folder = path.join(this.#folder, String(this.#made++))
    mkdirSync(folder)
    return folder
  }

  /** A disk that holds a folder, on which all work on it is done. */
  diskOf(dataDir: string): ForgetfulFolder {
    const disk = new ForgetfulFolder(dataDir, this.random)
    disk.syncMs = () => this.random() * (this.random() < SYNC.slowShare ? SYNC.slow : SYNC.usual)
    this.#disk = disk
    return disk
  }

  async start(create: (logger: RecordingLogger) => Promise<Backend>): Promise<Backend> {
    this.count.starts++
    const backend = await create(createLogger('error', { write: (line) => this.#noteError(line) }))
    await backend.listen()
    this.#backend = backend
    return backend
  }

  /** An error in the log is a fault, unless the disk is in trouble or off. */
  #noteError(line: string): void {
    if (!this.isTroubled && !this.#disk?.isOff) this.faults.push(`logged: ${line.trim()}`)
  }

  /** Nobody is answered any more, also who waits. */
  hangUp(): void {
    this.#backend = undefined
    for (const tell of this.#waiting) tell()
  }

  /**
   * One life of the service on a disk: `work` ends when the service is to end, or the power is off. Answers the folder that it leaves.
   */
  async live(
    dataDir: string,
    create: (logger: RecordingLogger) => Promise<Backend>,
    work: (disk: ForgetfulFolder, end: End) => Promise<void>,
  ): Promise<{ dataDir: string; how: string }> {
    const disk = this.diskOf(dataDir)
    const chance = this.random()
    const end = chance < ENDS.stopped ? 'stopped' : chance < ENDS.killed ? 'killed' : 'cut'
    if (end === 'cut' && chance < ENDS.cutAtStart) disk.cutAfter = 1 + this.below(CHANGES_OF_START)
    this.isTroubled = disk.cutAfter < Infinity
    await disk.during(async () => {
      const backend = await this.start(create).catch((error: unknown) => {
        if (!disk.isOff) this.faults.push(`the start fails: ${String(error)}`)
      })
      if (!backend) return
      await work(disk, end)
      this.isTroubled ||= end !== 'stopped'
      if (end !== 'stopped') disk.cutPower()
      this.hangUp()
      await backend.close().catch((error: unknown) => {
        if (!disk.isOff && !this.isTroubled) this.faults.push(`the end fails: ${String(error)}`)
      })
    })
    this.time.drop()
    this.isTroubled = false
    this.count[end === 'stopped' ? 'stops' : end === 'killed' ? 'kills' : 'cuts']++
    const kept = end === 'cut' ? (KEPT[this.below(KEPT.length)] ?? 1) : 1
    const next = this.newFolder()
    disk.writeAfterCut(kept, next)
    rmSync(dataDir, { recursive: true })
    const hours = (this.time.elapsed / HOUR_MS).toFixed(2)
    return { dataDir: next, how: `${hours} h, start ${this.count.starts}, ${end}, ${kept} kept` }
  }

  /** A life in which nothing goes wrong. */
  async liveWell(
    dataDir: string,
    create: (logger: RecordingLogger) => Promise<Backend>,
    work: () => Promise<void>,
  ): Promise<void> {
    await this.diskOf(dataDir).during(async () => {
      const backend = await this.start(create)
      await work()
      this.hangUp()
      await backend.close()
    })
  }

  /** Sets the clock on the wall, as an administrator or NTP does. */
  jump(): void {
    this.time.jump((2 * this.random() - 1) * CLOCK_JUMP_MS)
    this.count.clockJumps++
  }

  /** Puts the disk in trouble: it is full until `disk.trouble` is cleared, or fails one sync. */
  troubleDisk(disk: ForgetfulFolder): void {
    this.isTroubled = true
    if (this.random() < 0.5) {
      this.count.fullDisks++
      disk.trouble = (kind) => (kind === 'change' ? failure('ENOSPC', 'no space left on device') : undefined)
    } else {
      this.count.failedSyncs++
      disk.trouble = (kind) => {
        if (kind !== 'sync') return undefined
        disk.trouble = undefined
        return failure('EIO', 'i/o error')
      }
    }
  }

  /** Reads a copy of the database that lies in a folder. */
  inCopy<T>(dataDir: string, work: (read: ReadRows) => T): T {
    return readFile(copyDatabase(path.join(dataDir, 'halyard.db'), path.join(this.#folder, 'copy')), work)
  }

  /** Notes something that comes from the seed. */
  note(line: string): void {
    const timed = `${this.time.elapsed.toFixed(3)} ${line}\n`
    this.#digest.update(timed)
    if (this.#trace !== undefined) appendFileSync(this.#trace, timed)
  }

  async #fetch(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const at = url.replace(SERVICE, '')
    let tell = () => {}
    const gone = new Promise<never>((_, reject) => (tell = () => reject(new TypeError('fetch failed'))))
    this.#waiting.add(tell)
    const answer = async () => {
      await this.time.sleep(this.random() * LATENCY_MS)
      if (!this.#backend) throw new TypeError('fetch failed')
      const answered = await this.#backend.http.inject({
        method: method as 'GET',
        url: at,
        headers: { host: 'localhost:4242', ...(headers as Record<string, string>) },
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      await this.time.sleep(this.random() * LATENCY_MS)
      return answered
    }
    try {
      const { statusCode, headers: answered, body: text } = await Promise.race([answer(), gone])
      this.count.answers++
      this.note(`${method} ${at} ${statusCode} ${text}`)
      const response = new Headers()
      for (const [name, value] of Object.entries(answered))
        for (const one of Array.isArray(value) ? value : [value]) response.append(name, String(one))
      const isEmpty = [204, 304].includes(statusCode)
      return new Response(isEmpty ? null : text, { status: statusCode, headers: response })
    } finally {
      this.#waiting.delete(tell)
    }
  }
}

const failure = (code: string, message: string) => Object.assign(new Error(`${code}: ${message}`), { code })
