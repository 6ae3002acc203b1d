import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { seededRandom } from '#support/runner/random.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { Program } from '#support/service/program.ts'
import { copyDatabase } from '../read-ledger.ts'
import { buildProcess } from '../torture/build-process.ts'
import { findBroken } from '../torture/invariants.ts'
import { faultsIn, SignalChecker, type ExecutedRow, type StoredRow, type Verdict } from './check-signals.ts'
import { isOrdered, prepareProof, readWaiting, SENDERS } from './proof-stage.ts'
import { sendSignals } from './send-signals.ts'
import { SentSignals } from './sent-signals.ts'

const SKEWED_CLOCK = path.join(root, 'test/support/faults/skewed-clock.ts')
/** The clock of the service is anywhere in so much before and after the true time, another at each start. */
const CLOCK_JUMP_MS = 3_600_000
/** A share of the kills comes while the service starts. */
const KILLED_AT_START = 0.1
const KILLED_WITHIN_MS = 600
const LONGEST_WAIT_MS = 40
/** The service keeps 100,000 executions: what is older has to be read before. */
const READ_AFTER = 40_000
const LOOKS_WITHOUT_PROGRESS = 240
const LOOK_EVERY_MS = 250

export interface ProofOptions {
  signals: number
  kills: number
  seed: number
}

export interface ProofReport {
  kills: number
  killedAtStart: number
  signals: number
  acknowledged: number
  repeated: number
  /** Signals of senders whose endpoint looks at their order. */
  ordered: number
  faults: number
  verdict: Verdict
  broken: string[]
  seconds: number
}

/** Sends signals, kills the service at random moments, sets its clock, and compares in the end what was answered with what is there. */
export async function proveSignals(
  { signals, kills, seed }: ProofOptions,
  say: (line: string) => void = () => undefined,
): Promise<ProofReport> {
  const begun = performance.now()
  const { folder, remove } = makeTempFolder('halyard-signal-proof-')
  const dataDir = path.join(folder, 'data')
  const random = seededRandom(seed)
  const sent = new SentSignals(SENDERS)
  const stored = new StoredSignals(path.join(dataDir, 'halyard.db'), path.join(folder, 'copy'), sent)
  const script = await buildProcess(path.join(import.meta.dirname, 'proof-process.ts'))
  const run = () => {
    const skew = Math.round((2 * random() - 1) * CLOCK_JUMP_MS)
    const env = {
      NODE_COMPILE_CACHE: path.join(path.dirname(script), 'cache'),
      HALYARD_TEST_CLOCK_SKEW_MS: String(skew),
    }
    return new Program(process.execPath, ['--import', SKEWED_CLOCK, script, dataDir], { env })
  }
  const start = async () => {
    const program = run()
    const [, url = ''] = await program.says(/^serves (\S+)\n/m)
    return { program, url }
  }

  const first = await start()
  const tokens = await prepareProof(first.url)
  await first.program.stop('SIGKILL')

  let left = signals
  let killedAtStart = 0
  for (let kill = 1; kill <= kills; kill++) {
    if (random() < KILLED_AT_START) {
      killedAtStart += 1
      const program = run()
      await sleep(random() * KILLED_WITHIN_MS)
      await program.stop('SIGKILL')
      continue
    }
    const { program, url } = await start()
    // by answers, so that a slow machine gets as far as a fast one
    const share = Math.ceil((2 * random() * left) / (kills - kill + 2))
    let answers = 0
    let haveEnough = () => {}
    const enough = new Promise<void>((resolve) => (haveEnough = resolve))
    const sending = send(url, () => {
      if (++answers >= share) haveEnough()
    })
    await Promise.race([enough, sending])
    await sleep(random() * LONGEST_WAIT_MS)
    await program.stop('SIGKILL')
    await sending
    if (sent.acknowledged - stored.readAt > READ_AFTER) stored.read()
    say(`kill ${kill} of ${kills}: ${sent.acknowledged} acknowledged, ${sent.repeated} repeated`)
  }
  let isDrained: boolean | undefined
  while (isDrained === undefined) {
    const { program, url } = await start()
    await send(url, () => undefined)
    isDrained = await drain(url)
    await program.stop('SIGKILL')
    if (isDrained === undefined) stored.read()
  }
  const broken = stored.read({ isLast: true })
  const verdict = stored.checker.verdict({ isDrained })
  if (!isDrained) broken.push('signals wait, and their number does not go down')
  remove()
  const ordered = sent.all.reduce((sum, own, sender) => sum + (isOrdered(sender) ? own.length : 0), 0)
  return {
    ...{ kills, killedAtStart, signals: stored.checker.stored },
    ...{ acknowledged: sent.acknowledged, repeated: sent.repeated, ordered },
    ...{ faults: faultsIn(verdict) + broken.length, verdict, broken },
    seconds: Math.round((performance.now() - begun) / 1000),
  }

  function send(at: string, onAnswer: () => void): Promise<void> {
    const mayBegin = () => left > 0 && left-- > 0
    return sendSignals({ url: at, tokens, sent, random, mayBegin, onAnswer })
  }

  /**
   * Waits until all signals are executed, as long as their number goes down. Returns whether they are; undefined after so many that they have
   * to be read before it goes on.
   */
  async function drain(at: string): Promise<boolean | undefined> {
    let first: number | undefined
    let least = Infinity
    for (let looks = 0; looks < LOOKS_WITHOUT_PROGRESS; looks++) {
      const waiting = await readWaiting(at)
      if (waiting === 0) return true
      first ??= waiting
      if (first - waiting > READ_AFTER) {
        say(`${waiting} signals wait for their execution`)
        return undefined
      }
      if (waiting < least) looks = 0
      least = Math.min(least, waiting)
      await sleep(LOOK_EVERY_MS)
    }
    return false
  }
}

/** Reads what a killed service has kept, from a copy: the original keeps what the next start has to recover. */
class StoredSignals {
  readonly checker: SignalChecker
  /** Acknowledged signals when it was read last. */
  readAt = 0
  readonly #file: string
  readonly #copy: string
  readonly #sent: SentSignals
  #lastSignal = 0
  #lastExecution = 0

  constructor(file: string, copy: string, sent: SentSignals) {
    this.#file = file
    this.#copy = copy
    this.#sent = sent
    this.checker = new SignalChecker(sent, isOrdered)
  }

  /** Takes in what came since the last time. The last time, returns the broken invariants. */
  read({ isLast = false } = {}): string[] {
    this.readAt = this.#sent.acknowledged
    const database = new DatabaseSync(copyDatabase(this.#file, this.#copy))
    try {
      this.checker.addStored(this.#newSignals(database))
      this.checker.addExecuted(this.#newExecutions(database))
      return isLast ? findBroken((sql) => database.prepare(sql).all()) : []
    } finally {
      database.close()
    }
  }

  *#newSignals(database: DatabaseSync): Iterable<StoredRow> {
    const rows = database
      .prepare(
        `select id, payload ->> '$.sender' as sender, payload ->> '$.n' as n,
          exists (select 1 from late_signals where signal_id = signals.id) as isLate
        from signals where id > ? order by id`,
      )
      .iterate(this.#lastSignal)
    for (const { id, sender, n, isLate } of rows) {
      this.#lastSignal = Number(id)
      yield { id: Number(id), sender: Number(sender), n: Number(n), isLate: isLate === 1 }
    }
  }

  *#newExecutions(database: DatabaseSync): Iterable<ExecutedRow> {
    const rows = database
      .prepare(
        `select id, signal_id as signalId, action_set_id as setId, state
        from action_set_events where id > ? order by id`,
      )
      .iterate(this.#lastExecution)
    for (const { id, signalId, setId, state } of rows) {
      this.#lastExecution = Number(id)
      yield { signalId: Number(signalId), setId: Number(setId), state: String(state) }
    }
  }
}
