// For judging-bench.ts: the service from its sources, with the judging of calls behind a switch that the bench turns
// while it runs. Prints the address it serves; answers each `Turn` it is sent with a `Reading`.
import { readConfig } from '../../src-main/bootstrap/config.ts'
import { createBackend } from '../../src-main/bootstrap/create-backend.ts'
import { JudgedCalls } from '../../src-main/domains/versions/records/upgrade-report/judged-calls.ts'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { createLogger } from '../../src-main/kernel/logger.ts'
import { wasm } from '../support/wasm.ts'

/** What the bench sends: whether calls are judged from here on. */
export interface Turn {
  judging: boolean
}

/** What the server has done and used up to a turn; the bench takes the differences. */
export interface Reading {
  calls: number
  /** By the clock of the server. */
  ms: number
  /** Of the processor, in microseconds, of all threads. */
  cpu: number
}

const FLUSH_MS = 30_000

const judged = new JudgedCalls(systemClock)
let judging = false
let calls = 0

const backend = await createBackend({
  config: readConfig({ dataDir: process.argv[2] ?? '', port: '0' }, process.env),
  wasm,
  logger: createLogger('warn'),
  http: {
    rateLimits: { perMinute: {}, perSecond: {} },
    noteCall: (call) => {
      calls++
      if (judging) judged.note(call)
    },
  },
})
// as the service does with its own
setInterval(() => void judged.flush((work) => backend.store.transaction(work)), FLUSH_MS).unref()

process.on('message', (turn: Turn) => {
  judging = turn.judging
  const { user, system } = process.cpuUsage()
  process.send?.({ calls, ms: performance.now(), cpu: user + system } satisfies Reading)
})
process.stdout.write(`serves ${await backend.listen()}\n`)
process.once('SIGTERM', () => void backend.close().then(() => process.exit()))
