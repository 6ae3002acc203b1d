import { setTimeout as delay } from 'node:timers/promises'

import type { Runtime } from '#kernel/execute.ts'
import { inSpan } from '#kernel/tracing/in-span.ts'
import type { Peers } from '#store/peers.ts'
import type { Job } from './domain.ts'

/** After the service has begun to listen: SDKs that reconnect go first. */
const CATCH_UP_MS = 2000
/** Time for a running job to finish when the service stops. What it has not done by then comes with the next start. */
const LAST_MS = 2000

/** The jobs of all domains, and what they wait for. */
export interface JobSources {
  jobs: readonly Job[]
  /** Other processes that run the same jobs on the same database. */
  peers: Pick<Peers, 'alone'>
  /** True in maintenance mode, and while the data is being moved. */
  isPaused: () => boolean
}

/** The jobs of a running service. */
export interface RunningJobs {
  /** Runs each job once, soon: what came due while the service was off need not wait for a whole interval. */
  catchUp(): void
  /** Begins no further job. Resolves when the running ones have ended, or after two seconds. */
  stop(): Promise<void>
}

/** Starts the jobs. One that fails is logged and comes again. */
export function startJobs(runtime: Runtime, sources: JobSources): RunningJobs {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const jobs = sources.jobs.map((job) => ({
    everyMs: job.everyMs,
    run: oneAtATime(running, () => runJob(runtime, sources, job, stopping.signal)),
  }))
  const timers = jobs.map(({ everyMs, run }) => setInterval(() => void run(), everyMs).unref())
  let first: NodeJS.Timeout | undefined
  return {
    catchUp: () => {
      first ??= setTimeout(() => {
        void (async () => {
          for (const { run } of jobs) if (!stopping.signal.aborted) await run()
        })()
      }, CATCH_UP_MS).unref()
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(first)
      timers.forEach((timer) => clearInterval(timer))
      if (running.size === 0) return
      const over = new AbortController()
      await Promise.race([
        Promise.all(running),
        delay(LAST_MS, undefined, { signal: over.signal }).catch(() => undefined),
      ])
      over.abort()
    },
  }
}

/** A job that takes longer than its interval is not begun a second time. */
function oneAtATime(running: Set<Promise<void>>, work: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    const run = work()
    running.add(run)
    await run
    running.delete(run)
    isRunning = false
  }
}

/** Runs every job once, now. */
export async function runJobs(runtime: Runtime, sources: JobSources): Promise<void> {
  for (const job of sources.jobs) await runJob(runtime, sources, job)
}

/**
 * Runs a job, unless jobs are paused or another process is at it. What comes due meanwhile (change requests, milestones, signals
 * for the actions) waits for the first round afterwards.
 */
async function runJob(
  runtime: Runtime,
  { isPaused, peers }: JobSources,
  { name, run }: Job,
  stopping?: AbortSignal,
): Promise<void> {
  if (isPaused()) return
  runtime.loop.begin(name)
  try {
    await runtime.settleReports?.()
    await peers.alone(name, () => inSpan(`job: ${name}`, runtime, () => run(runtime)))
  } catch (error) {
    // the store closes under a job that did not end in time
    if (stopping?.aborted) runtime.logger.debug({ err: error, job: name }, 'a job was ended by the stop')
    else runtime.logger.warn({ err: error, job: name }, 'a job failed')
  } finally {
    runtime.loop.end(name)
  }
}
