// For judging-bench.ts: runs the service from its sources; the bench switches judging and the request log on and off. Prints its
// address; answers each `Turn` with a `Reading`.
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLogger } from '#kernel/logger.ts'
import { wasm } from '#support/runner/wasm.ts'

/** Message from the bench: what is on from now on. */
export interface Turn {
  judging: boolean
  logging: boolean
}

/** Counters of the server at a turn; the bench calculates the differences. */
export interface Reading {
  calls: number
  /** Time on the server's clock. */
  ms: number
  /** CPU time of all threads, in microseconds. */
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
// the service starts its own watch the same way
setInterval(() => void judged.flush((work) => backend.store.transaction(work)), FLUSH_MS).unref()

const { requestLog } = backend.services
process.on('message', (turn: Turn) => {
  judging = turn.judging
  if (requestLog.isOn !== turn.logging) requestLog.switch(turn.logging)
  const { user, system } = process.cpuUsage()
  process.send?.({ calls, ms: performance.now(), cpu: user + system } satisfies Reading)
})
process.stdout.write(`serves ${await backend.listen()}\n`)
process.once('SIGTERM', () => void backend.close().then(() => process.exit()))
