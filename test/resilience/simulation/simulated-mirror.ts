import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { ForgetfulFolder } from '#support/faults/forgetful-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { FaultyUpstream, FAULTS } from '#support/stand-ins/faulty-upstream.ts'
import { RecordingUpstream, type StandInAnswer } from '#support/stand-ins/recording-upstream.ts'
import { HOUR_MS, MINUTE_MS, SERVICE, type End, type SimulatedMachine } from './simulated-machine.ts'

const TOKEN = '*:development.secret'
const ADMIN = '*:*.admin'
const UPSTREAM_PORT = 9000
/** A state of before: after a minute of it, it counts as a backup that was restored. */
const FLAG_FAULTS = FAULTS.filter((fault) => fault !== 'an older state')
const REPORT_FAULTS: readonly StandInAnswer[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '60' } },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 'cut' },
  { status: 'never' },
  { status: 202, cutsBody: true },
]
/** A report that waits has been tried again by then, also after ten minutes of pause, and flags have been asked for. */
const CAUGHT_UP_MS = 15 * MINUTE_MS
const MOST_QUIET_MS = 12 * MINUTE_MS
const MOST_AWAY_MS = 6 * HOUR_MS
const CHANGES_TO_CUT = 300
const CUT_BY_CHANGES = 0.5
/** Reports are written each second (ADR 47); the write and its sync take a while. */
const WRITTEN_MS = 2000
const SENDERS = 4
const MOST_REPORTS = 25

/** Flags that a mirror serves: by name, whether they are on. */
type Flags = Readonly<Record<string, boolean>>

/** A mirror whose upstream is not well, and away at times. */
export class SimulatedMirror {
  readonly #machine: SimulatedMachine
  readonly #upstream = new FaultyUpstream()
  readonly #reports = new RecordingUpstream([])
  #sent = 0
  /** Reports that were acknowledged in this life of the mirror, and when. */
  #acknowledged = new Map<string, number>()
  /** Reports that have to be kept. */
  readonly #promised = new Set<string>()
  /** Newest state of the upstream that was served. */
  #served = 0
  #isAway = false
  /** The longest time that the upstream was away. */
  #longestAway = 0
  #answers = 0
  #unconfirmed = 0

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
    this.#upstream.takeReport = this.#reports.take
  }

  get counted(): Record<string, number> {
    return {
      promised: this.#promised.size,
      taken: this.#reports.taken.length,
      unconfirmed: this.#unconfirmed,
      revisions: this.#upstream.revision,
      flagsRead: this.#answers,
      hoursAway: Math.round(this.#longestAway / HOUR_MS),
    }
  }

  async run(hours: number): Promise<void> {
    const { time, faults } = this.#machine
    let dataDir = this.#machine.newFolder()
    await this.#upstream.listen(UPSTREAM_PORT)
    await this.#machine.liveWell(dataDir, createAt(dataDir), () => time.sleep(MINUTE_MS))
    const end = time.elapsed + hours * HOUR_MS
    while (time.elapsed < end && faults.length === 0) {
      const left = await this.#machine.live(dataDir, createAt(dataDir), (disk, way) => this.#work(disk, way))
      dataDir = left.dataDir
      this.#promise()
    }
    if (faults.length === 0) await this.#drain(dataDir)
  }

  /** Promises what was acknowledged two seconds before the end: it has been written and synced. */
  #promise(): void {
    const last = Math.max(...this.#acknowledged.values())
    for (const [appName, at] of this.#acknowledged) if (at < last - WRITTEN_MS) this.#promised.add(appName)
    this.#acknowledged = new Map()
  }

  async #work(disk: ForgetfulFolder, end: End): Promise<void> {
    const { time } = this.#machine
    const times = 1 + this.#machine.below(4)
    for (let n = 1; n <= times && !disk.isOff; n++) {
      await this.#changeUpstream()
      await time.sleep(this.#machine.random() * MOST_QUIET_MS)
      if (this.#machine.random() < 0.3) this.#machine.jump()
      const isLast = n === times
      // else at any time
      if (isLast && end === 'cut' && this.#machine.random() < CUT_BY_CHANGES)
        disk.cutAfter = disk.changes + 1 + this.#machine.below(CHANGES_TO_CUT)
      const work = Promise.all([
        ...Array.from({ length: SENDERS }, (_, sender) => this.#report(sender, disk)),
        this.#read(disk),
      ])
      if (isLast && end !== 'stopped') await time.sleep(this.#machine.random() * 2 * MINUTE_MS)
      else await work
      if (isLast && end !== 'stopped') this.#machine.hangUp()
      await work
      if (!disk.isOff && !isLast && this.#machine.random() < 0.3) await this.#requireCaughtUp(disk)
    }
  }

  /** The upstream changes, fails in some way, goes away or comes back. */
  async #changeUpstream(): Promise<void> {
    const { random, time } = this.#machine
    if (random() < 0.7) this.#upstream.revision++
    this.#upstream.fault = random() < 0.5 ? FLAG_FAULTS[this.#machine.below(FLAG_FAULTS.length)] : undefined
    this.#reports.answers = Array.from(
      { length: random() < 0.5 ? this.#machine.below(6) : 0 },
      () => REPORT_FAULTS[this.#machine.below(REPORT_FAULTS.length)]!,
    )
    if (random() < 0.15) await this.#awayFor(random() ** 3 * MOST_AWAY_MS)
    else if (random() < 0.1) await this.#goAway()
    else await this.#comeBack()
    await time.sleep(MINUTE_MS)
  }

  /** Nobody is at the upstream's address for so long, and the mirror serves what it has. */
  async #awayFor(ms: number): Promise<void> {
    await this.#goAway()
    await this.#machine.time.sleep(ms)
    await this.#comeBack()
    this.#longestAway = Math.max(this.#longestAway, ms)
  }

  async #goAway(): Promise<void> {
    if (!this.#isAway) await this.#upstream.stop()
    this.#isAway = true
  }

  async #comeBack(): Promise<void> {
    if (this.#isAway) await this.#upstream.listen(UPSTREAM_PORT)
    this.#isAway = false
  }

  /** Sends reports, each of an application of its own, until the service is gone. */
  async #report(sender: number, disk: ForgetfulFolder): Promise<void> {
    const { time, random, count, faults } = this.#machine
    const reports = this.#machine.below(MOST_REPORTS)
    for (let n = 0; n < reports; n++) {
      const appName = `app-${count.starts}-${sender}-${this.#sent++}`
      const now = new Date().toISOString()
      const bucket = { start: now, stop: now, toggles: { steady: { yes: 1, no: 0 } } }
      const status = await ask('POST', '/api/client/metrics', TOKEN, { appName, bucket }).then(
        (response) => response.status,
        () => undefined,
      )
      // an answer of a machine without power promises nothing
      if (status === undefined || disk.isOff) return
      if (status === 202) this.#acknowledged.set(appName, time.elapsed)
      else if (!this.#machine.isTroubled) faults.push(`a report answers ${status}`)
      await time.sleep(random() * 3000)
    }
  }

  /** Reads flags: those of one state of the upstream, and never of an earlier one than before. */
  async #read(disk: ForgetfulFolder): Promise<void> {
    for (let n = 0; n < MOST_REPORTS; n++) {
      const before = this.#served
      const flags = await readFlags()
      if (!flags || disk.isOff) return
      if (typeof flags === 'number') {
        this.#machine.faults.push(`flags are answered with ${flags}`)
        return
      }
      const state = this.#stateOf(flags)
      if (state === undefined || state < before)
        this.#machine.faults.push(`flags of no state from ${before} on: ${JSON.stringify(flags)}`)
      else this.#served = Math.max(this.#served, state)
      await this.#machine.time.sleep(this.#machine.random() * 3000)
    }
  }

  #stateOf(flags: Flags): number | undefined {
    this.#answers++
    const text = textOf(flags)
    for (let state = this.#upstream.revision; state > 0; state--)
      if (textOf(FaultyUpstream.stateOf(state)) === text) return state
    return undefined
  }

  /** Once the upstream is well for a while, its flags are served and no report waits. */
  async #requireCaughtUp(disk: { readonly isOff: boolean }): Promise<void> {
    this.#upstream.fault = undefined
    this.#reports.answers = []
    await this.#comeBack()
    await this.#machine.time.sleep(CAUGHT_UP_MS)
    const [flags, state] = [await readFlags(), await readState()]
    if (!flags || !state || disk.isOff) return
    if (
      typeof flags === 'number' ||
      textOf(flags) !== textOf(FaultyUpstream.stateOf(this.#upstream.revision))
    )
      this.#machine.faults.push(
        `flags of the past, long after the upstream is well: ${JSON.stringify(flags)}`,
      )
    const { waiting, problem } = state.forwarding ?? {}
    if (waiting?.reports !== 0)
      this.#machine.faults.push(
        `${waiting?.reports} reports wait, long after the upstream is well: ${problem}`,
      )
  }

  /** Lets what waits be sent, and accounts for each report. */
  async #drain(dataDir: string): Promise<void> {
    const { faults } = this.#machine
    let state: MirrorState | undefined
    await this.#machine.liveWell(dataDir, createAt(dataDir), async () => {
      await this.#requireCaughtUp({ isOff: false })
      state = await readState()
    })
    const kept = new Set(
      this.#machine
        .inCopy(dataDir, (read) => read('select app_name as name from client_metrics'))
        .map(({ name }) => String(name)),
    )
    const there = this.#reports.taken.flatMap(({ metrics }) => metrics.map(({ appName }) => appName))
    const isThere = new Set(there)
    const { sent = 0, unconfirmed = 0, dropped = 0 } = state?.forwarding ?? {}
    this.#unconfirmed = unconfirmed
    const lost = [...kept].filter((name) => !isThere.has(name)).length
    const forgotten = [...this.#promised].filter((name) => !kept.has(name))
    if (forgotten.length > 0) faults.push(`LOST: ${forgotten.length} reports, such as ${forgotten[0]}`)
    if (there.length !== isThere.size) faults.push(`${there.length - isThere.size} counts came twice`)
    const strangers = [...isThere].filter((name) => !kept.has(name))
    if (strangers.length > 0)
      faults.push(`the upstream has reports that are not kept: ${strangers.slice(0, 3).join()}`)
    if (sent + unconfirmed !== kept.size || dropped > 0)
      faults.push(`${kept.size} are kept, ${sent} sent, ${unconfirmed} unconfirmed, ${dropped} dropped`)
    if (isThere.size < sent) faults.push(`${sent} are sent, and ${isThere.size} are there`)
    if (lost > unconfirmed) faults.push(`LOST: ${lost} reports, of which ${unconfirmed} are told`)
  }
}

const textOf = (flags: Flags) => JSON.stringify(Object.entries(flags).sort())

const createAt =
  (dataDir: string) =>
  (logger: RecordingLogger): Promise<Backend> =>
    createBackend({
      config: readConfig(
        { dataDir, port: '0' },
        {
          INIT_ADMIN_API_TOKENS: ADMIN,
          UPSTREAM_URL: `http://127.0.0.1:${UPSTREAM_PORT}`,
          TOKENS: TOKEN,
        },
      ),
      wasm,
      logger,
      http: { rateLimits: { perMinute: {} } },
    })

const ask = (method: string, at: string, token: string, body?: object): Promise<Response> =>
  fetch(SERVICE + at, {
    method,
    headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** Reads what the mirror serves; a number: the status of an error; undefined: it does not answer. */
async function readFlags(): Promise<Flags | number | undefined> {
  const response = await ask('GET', '/api/client/features', TOKEN).catch(() => undefined)
  if (!response?.ok) return response?.status
  const { features } = (await response.json()) as { features: { name: string; enabled: boolean }[] }
  return Object.fromEntries(features.map(({ name, enabled }) => [name, enabled]))
}

async function readState(): Promise<MirrorState | undefined> {
  const response = await ask('GET', '/api/halyard/mirror', ADMIN).catch(() => undefined)
  return response?.ok ? ((await response.json()) as MirrorState) : undefined
}
