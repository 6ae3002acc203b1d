import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { copyDatabase } from '../read-ledger.ts'
import { Program } from '#support/service/program.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { buildProcess } from '../torture/build-process.ts'
import { findBrokenInFile } from '../torture/invariants.ts'
import { SECRETS } from '../torture/secrets.ts'

const KB_OF_MB = 1024

/** Request to a service, and what it needs to be sent. */
export interface Sent {
  method: string
  at: string
  body?: object | string
  authorization?: string
}

/** Memory and handles of a service. */
export interface Look {
  residentMb: number
  /** Used of the heap, and outside of it (database pages, buffers). */
  heapMb: number
  externalMb: number
  handles: number
}

/** Starts a service in a process of its own, with the options of `npm run serve` (ADR 45). */
export async function startSoaked({ collects = false, hasRates = false } = {}): Promise<SoakedService> {
  const script = await buildProcess(path.join(import.meta.dirname, 'soaked-process.ts'))
  const { folder, remove } = makeTempFolder('halyard-soak-')
  const options = ['--max-semi-space-size=4', ...(collects ? ['--expose-gc'] : [])]
  const dataDir = path.join(folder, 'data')
  const program = new Program(
    process.execPath,
    [...options, script, dataDir, ...(hasRates ? ['with-rates'] : [])],
    { env: { MALLOC_TRIM_THRESHOLD_: '1048576' } },
  )
  const [, url = ''] = await program.says(/^serves (\S+)\n/m)
  return new SoakedService({ program, url, folder, remove })
}

interface Parts {
  program: Program
  url: string
  folder: string
  remove: () => void
}

/** A service in a process of its own, whose memory, handles, turns and disk can be looked at. */
export class SoakedService {
  readonly url: string
  readonly #program: Program
  readonly #folder: string
  readonly #remove: () => void

  constructor({ program, url, folder, remove }: Parts) {
    this.url = url
    this.#program = program
    this.#folder = folder
    this.#remove = remove
  }

  get hasEnded(): boolean {
    return this.#program.hasEnded
  }

  /** Sends a request as the Admin's token, or as another caller; answers its status and its text. */
  async send({ method, at, body, authorization = SECRETS.admin }: Sent) {
    const response = await fetch(this.url + at, {
      method,
      headers: {
        authorization,
        accept: 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  /** Reads memory and handles, on Linux. */
  look(): Look {
    const { heapMb = 0, externalMb = 0 } = this.#said().at(-1) ?? {}
    const handles = readdirSync(`/proc/${this.#pid}/fd`).length
    return { residentMb: this.#memory('VmRSS'), heapMb, externalMb, handles }
  }

  /** Most memory that was resident since its start. */
  get peakMb(): number {
    return this.#memory('VmHWM')
  }

  /** Bytes of the database and of its log. */
  get bytes(): number {
    const dataDir = path.join(this.#folder, 'data')
    return readdirSync(dataDir)
      .filter((name) => name.startsWith('halyard.db'))
      .reduce((sum, name) => sum + statSync(path.join(dataDir, name)).size, 0)
  }

  /** Does work; answers milliseconds of processor time of the longest turn of the event loop meanwhile. */
  async longestTurnOf(work: () => Promise<void>): Promise<number> {
    const before = await this.#nextSaid()
    await work()
    const after = await this.#nextSaid()
    return Math.max(
      ...this.#said()
        .slice(before, after)
        .map(({ turnMs }) => turnMs),
    )
  }

  /** Kills it; answers what is broken in its database. */
  async end(): Promise<string[]> {
    await this.#program.stop('SIGKILL')
    const copy = copyDatabase(path.join(this.#folder, 'data', 'halyard.db'), path.join(this.#folder, 'copy'))
    const faults = findBrokenInFile(copy)
    this.#remove()
    return faults
  }

  get #pid(): number {
    return this.#program.child.pid ?? 0
  }

  #memory(field: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / KB_OF_MB)
  }

  /** Reads what the process says each second. */
  #said() {
    return [...this.#program.output.matchAll(/^keeps (\d+) (\d+) turn (\d+)\n/gm)].map(
      ([, heap, external, turn]) => ({
        heapMb: Number(heap),
        externalMb: Number(external),
        turnMs: Number(turn),
      }),
    )
  }

  /** Waits until it says something again; answers how often it has. */
  async #nextSaid(): Promise<number> {
    const { length: from } = this.#program.output
    await this.#program.says(/^keeps .*\n/m, { from })
    return this.#said().length
  }
}
