import { markPotentiallyStale } from '../features/features/index.ts'
import { pruneImpressions } from '../features/impressions/index.ts'
import { pruneMetrics } from '../features/metrics/index.ts'
import { writeAsSystem, type Runtime } from '../kernel/execute.ts'
import type { MutationContext } from '../kernel/use-case.ts'

const MINUTE_MS = 60_000

/** What the service does of its own accord, and how often. */
const JOBS: readonly { name: string; everyMs: number; run: (context: MutationContext) => Promise<void> }[] = [
  { name: 'mark potentially stale flags', everyMs: MINUTE_MS, run: markPotentiallyStale },
  { name: 'prune impressions', everyMs: 60 * MINUTE_MS, run: ({ queries }) => pruneImpressions(queries) },
  { name: 'prune metrics', everyMs: 60 * MINUTE_MS, run: ({ queries, now }) => pruneMetrics(queries, now) },
]

/** Starts the jobs. One that fails is logged and comes again. Returns the function that stops them. */
export function startJobs(runtime: Runtime): () => void {
  const timers = JOBS.map(({ name, everyMs, run }) => {
    const timer = setInterval(() => void runJob(runtime, name, run), everyMs)
    timer.unref()
    return timer
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** Runs every job once, now. */
export async function runJobs(runtime: Runtime): Promise<void> {
  for (const { name, run } of JOBS) await runJob(runtime, name, run)
}

async function runJob(
  runtime: Runtime,
  name: string,
  run: (context: MutationContext) => Promise<void>,
): Promise<void> {
  try {
    await writeAsSystem(runtime, run)
  } catch (error) {
    runtime.logger.warn({ err: error, job: name }, 'a job failed')
  }
}
