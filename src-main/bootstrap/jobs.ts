import { applyScheduled } from '../features/change-requests/index.ts'
import { markPotentiallyStale } from '../features/features/index.ts'
import { pruneImpressions } from '../features/impressions/index.ts'
import { pruneMetrics } from '../features/metrics/index.ts'
import { purgeSignals } from '../features/signals/index.ts'
import { writeAsSystem, type Runtime } from '../kernel/execute.ts'
import type { MutationContext } from '../kernel/use-case.ts'

const MINUTE_MS = 60_000

interface Job {
  name: string
  everyMs: number
  run: (runtime: Runtime) => Promise<void>
}

/** A job that is one write. */
const asOneWrite = (work: (context: MutationContext) => Promise<void>) => (runtime: Runtime) =>
  writeAsSystem(runtime, work)

/** What the service does of its own accord, and how often. */
const JOBS: readonly Job[] = [
  { name: 'mark potentially stale flags', everyMs: MINUTE_MS, run: asOneWrite(markPotentiallyStale) },
  { name: 'apply scheduled change requests', everyMs: MINUTE_MS, run: applyScheduled },
  {
    name: 'prune impressions',
    everyMs: 60 * MINUTE_MS,
    run: asOneWrite(({ queries }) => pruneImpressions(queries)),
  },
  {
    name: 'prune metrics',
    everyMs: 60 * MINUTE_MS,
    run: asOneWrite(({ queries, now }) => pruneMetrics(queries, now)),
  },
  { name: 'purge signals', everyMs: 10 * MINUTE_MS, run: purgeSignals },
]

/** Starts the jobs. One that fails is logged and comes again. Returns the function that stops them. */
export function startJobs(runtime: Runtime): () => void {
  const timers = JOBS.map((job) => {
    const timer = setInterval(() => void runJob(runtime, job), job.everyMs)
    timer.unref()
    return timer
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** Runs every job once, now. */
export async function runJobs(runtime: Runtime): Promise<void> {
  for (const job of JOBS) await runJob(runtime, job)
}

async function runJob(runtime: Runtime, { name, run }: Job): Promise<void> {
  try {
    await run(runtime)
  } catch (error) {
    runtime.logger.warn({ err: error, job: name }, 'a job failed')
  }
}
