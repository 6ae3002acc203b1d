import type { Backend } from '#main/app/backend.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import type { ForgetfulFolder } from '#support/faults/forgetful-folder.ts'
import { seededRandom } from '#support/runner/random.ts'
import { findBroken, type ReadRows } from '../torture/invariants.ts'
import { loadUntilKilled } from '../torture/mixed-load.ts'
import { Promises } from '../torture/promises.ts'
import { createTorturedBackend } from '../torture/tortured-backend.ts'
import { adminOf, compareClientFeatures, prepareInstance, signIn } from '../torture/tortured-instance.ts'
import { HOUR_MS, MINUTE_MS, SERVICE, type End, type SimulatedMachine } from './simulated-machine.ts'
import { SimulatedReceiver } from './simulated-receiver.ts'

/** All that is due by itself has happened by then. */
const DRAINED_MS = HOUR_MS + 10 * MINUTE_MS
/** Callers work for a while, all at once, and then nobody does. */
const MOST_BUSY_MS = 800
const MOST_QUIET_MS = 20 * MINUTE_MS
const MOST_BUSY_TIMES = 4
/** Changes of the disk within work, up to a cut. */
const CHANGES_TO_CUT = 400
const CUT_BY_CHANGES = 0.5
const TROUBLE = 0.25
/** Longer than what SDKs report waits in memory. */
const MOST_TROUBLED_MS = 3000
const JUMPS = 0.3
const RECEIVER_PORT = 9911

/** Rows of the load that are not as the events tell: both are one transaction. */
const WITH_ITS_EVENT: Readonly<Record<string, string>> = {
  'a flag has the event of its creation': `select name from features
    where name not in (select feature_name from events where type = 'feature-created')`,
  'a toggle is as its last event says': `select t.feature_name from feature_environments t
    join (select feature_name, environment, type, max(id) from events
      where type in ('feature-environment-enabled', 'feature-environment-disabled') group by 1, 2) e
    using (feature_name, environment) join features f on f.name = t.feature_name
    where f.archived_at is null and t.enabled <> (e.type = 'feature-environment-enabled')`,
  'a user has the event of its creation': `select username from users where kind = 'user' and id > 1
    and username not in (select json_extract(data, '$.username') from events where type = 'user-created')`,
  'a signal that is executed has the event of it': `select signal_id from action_set_events where signal_id not in
    (select json_extract(data, '$.signalId') from events where type = 'actions-executed')`,
}

/** A service with flags of its own under the load of the torture. */
export class SimulatedService {
  readonly #machine: SimulatedMachine
  readonly #seed: number
  readonly #promises = new Promises()
  readonly #receiver: SimulatedReceiver
  #cookie = ''
  /** Callers who rest until the next busy time. */
  readonly #resting = new Set<() => void>()
  #isBusy = false

  constructor(machine: SimulatedMachine, seed: number) {
    this.#machine = machine
    this.#seed = seed
    this.#receiver = new SimulatedReceiver(seededRandom(seed * 3 + 2), () => machine.count.starts)
  }

  get counted(): Record<string, number> {
    return { acknowledged: this.#promises.acknowledged, told: this.#receiver.attempts.length }
  }

  async run(hours: number): Promise<void> {
    const { time, faults } = this.#machine
    let dataDir = this.#machine.newFolder()
    await this.#machine.liveWell(dataDir, createAt(dataDir), () => this.#prepare())
    const end = time.elapsed + hours * HOUR_MS
    while (time.elapsed < end && faults.length === 0) {
      const left = await this.#machine.live(dataDir, createAt(dataDir), (disk, way) => this.#work(disk, way))
      dataDir = left.dataDir
      this.#check(dataDir, left.how)
    }
    if (faults.length === 0) await this.#drain(dataDir)
  }

  async #prepare(): Promise<void> {
    await prepareInstance(SERVICE)
    await adminOf(SERVICE)('POST', '/api/admin/addons', {
      provider: 'webhook',
      enabled: true,
      parameters: { url: this.#receiver.listen(RECEIVER_PORT) },
      events: ['feature-created'],
    })
    this.#cookie = await signIn(SERVICE)
  }

  /** Busy and quiet times until the end, or until the service is gone. */
  async #work(disk: ForgetfulFolder, end: End): Promise<void> {
    const { time, faults } = this.#machine
    const found = await compareClientFeatures(SERVICE, this.#promises.valuesOf('toggle')).catch(() => [])
    if (!disk.isOff) faults.push(...found)
    let isOver = false
    const load = this.#load(disk, () => isOver)
    const times = 1 + this.#machine.below(MOST_BUSY_TIMES)
    for (let n = 1; n <= times && !disk.isOff; n++) {
      await time.sleep(this.#machine.random() * MOST_QUIET_MS)
      if (this.#machine.random() < JUMPS) this.#machine.jump()
      this.#beginBusyTime()
      const busyMs = this.#machine.random() * MOST_BUSY_MS
      const isLast = n === times
      // else at any time
      if (isLast && end === 'cut' && this.#machine.random() < CUT_BY_CHANGES)
        disk.cutAfter = disk.changes + 1 + this.#machine.below(CHANGES_TO_CUT)
      if (!isLast && this.#machine.random() < TROUBLE) await this.#trouble(disk, busyMs)
      else await time.sleep(busyMs)
      if (isLast && end !== 'stopped') break
      this.#isBusy = false
    }
    isOver = true
    if (end === 'stopped') await time.sleep(this.#machine.random() * MINUTE_MS)
    this.#machine.hangUp()
    this.#beginBusyTime()
    await load
    this.#isBusy = false
  }

  async #trouble(disk: ForgetfulFolder, busyMs: number): Promise<void> {
    const { time } = this.#machine
    await time.sleep(this.#machine.random() * busyMs)
    const wasTroubled = this.#machine.isTroubled
    this.#machine.troubleDisk(disk)
    await time.sleep(this.#machine.random() * MOST_TROUBLED_MS)
    // a failed sync is for good: only the next start can tell what is on the disk
    const isOver = disk.trouble !== undefined && !wasTroubled
    disk.trouble = undefined
    this.#isBusy = false
    await time.sleep(MINUTE_MS)
    // what failed on its way has been answered
    if (isOver) this.#machine.isTroubled = false
  }

  /** Callers, who begin anew when the disk's trouble has ended them. */
  async #load(disk: ForgetfulFolder, isOver: () => boolean): Promise<void> {
    const { faults, count } = this.#machine
    for (let n = 0; !isOver() && !disk.isOff && faults.length === 0; n++) {
      const round = count.starts * 100 + n
      try {
        await loadUntilKilled({
          url: SERVICE,
          promises: this.#promises,
          round,
          seed: this.#seed + round,
          cookie: this.#cookie,
          ahead: 0,
          isOff: () => disk.isOff,
          losesUnsynced: true,
          isTroubled: () => this.#machine.isTroubled,
          rest: (most) => this.#rest(most),
        })
      } catch (error) {
        if (!disk.isOff) faults.push(`a caller meets what it does not expect: ${String(error)}`)
      }
      await this.#rest(MINUTE_MS)
    }
  }

  async #rest(most: number): Promise<void> {
    await this.#machine.time.sleep(this.#machine.random() * most)
    if (!this.#isBusy) await new Promise<void>((resolve) => this.#resting.add(resolve))
  }

  #beginBusyTime(): void {
    this.#isBusy = true
    const resting = [...this.#resting]
    this.#resting.clear()
    for (const wake of resting) wake()
  }

  /** Compares what lies on the disk with what was promised. */
  #check(dataDir: string, how: string): void {
    const found = this.#machine.inCopy(dataDir, (read) => {
      try {
        return [...findBroken(read), ...findApart(read), ...this.#promises.compare(read)]
      } catch (error) {
        return [`it cannot be read: ${String(error)}`]
      }
    })
    this.#machine.faults.push(...found.map((fault) => `${how}: ${fault}`))
  }

  /** Lets what is due happen, and compares the end. */
  async #drain(dataDir: string): Promise<void> {
    const { faults } = this.#machine
    await this.#machine.liveWell(dataDir, createAt(dataDir), () => this.#machine.time.sleep(DRAINED_MS))
    this.#check(dataDir, 'at the end')
    faults.push(...this.#promises.missing().map((name) => `LOST: ${name} was promised and never came`))
    const events = this.#machine.inCopy(dataDir, (read) =>
      read(`select id, feature_name as flag from events where type = 'feature-created'
        and id > (select id from events where type = 'addon-config-created') order by id`),
    )
    const created = new Map(events.map(({ id, flag }) => [Number(id), String(flag)]))
    faults.push(...this.#receiver.findFaults(created))
  }
}

function findApart(read: ReadRows): string[] {
  return Object.entries(WITH_ITS_EVENT).flatMap(([name, apart]) => {
    const [first, ...others] = read(apart)
    return first ? [`not so: ${name}: ${JSON.stringify(first)} and ${others.length} more`] : []
  })
}

const createAt =
  (dataDir: string) =>
  (logger: RecordingLogger): Promise<Backend> =>
    createTorturedBackend(dataDir, { ahead: 0, logger })
