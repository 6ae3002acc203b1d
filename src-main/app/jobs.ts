import { setTimeout as delay } from 'node:timers/promises'

import { processSignals } from '#domains/signals/action-execution/process-signals.ts'
import type { ActionPace } from '#domains/signals/action-execution/action-pace.ts'
import type { AddonOutbox } from '#domains/integrations/addons/addon-outbox.ts'
import { queueReports, type ReportSources } from '#domains/insight/productivity-report/queue-reports.ts'
import { applyScheduled } from '#domains/changes/change-requests/apply-scheduled.ts'
import { markPotentiallyStale } from '#domains/flags/features/mark-potentially-stale.ts'
import { noteLicensedUsers } from '#domains/instance/licence/licensed-users.ts'
import type { DatabaseMove } from '#domains/instance/database/database-move.ts'
import type { MaintenanceMode } from '#domains/instance/maintenance/maintenance-mode.ts'
import { progressPlans } from '#domains/flags/release-plans/progress-plans.ts'
import { noteWeek } from '#domains/insight/instance-insights/note-week.ts'
import { pruneTables } from '#domains/instance/retention/prune-tables.ts'
import type { RetentionClock } from '#domains/instance/retention/retention-clock.ts'
import { watchSafeguards } from '#domains/flags/safeguards/watch-safeguards.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import { inSpan } from '#kernel/tracing/in-span.ts'
import type { Others } from '#store/others.ts'
import type { MutationContext } from '#kernel/use-case.ts'

const MINUTE_MS = 60_000
/** After the service has begun to listen: SDKs that reconnect go first. */
const CATCH_UP_MS = 2000
/** Time for a running job to finish when the service stops. What it has not done by then comes with the next start. */
const LAST_MS = 2000

/** Dependencies of jobs in addition to the store. */
export interface JobSources extends ReportSources {
  /** Other processes that run the same jobs on the same database. */
  others: Pick<Others, 'alone'>
  maintenance: MaintenanceMode
  /** True while every write is refused. */
  databaseMove: Pick<DatabaseMove, 'holdsWrites'>
  actionPace: ActionPace
  addonOutbox: AddonOutbox
  retentionClock: RetentionClock
}

interface Job {
  name: string
  everyMs: number
  run: (runtime: Runtime) => Promise<void>
}

/** A job that is one write. */
const asOneWrite = (work: (context: MutationContext) => Promise<void>) => (runtime: Runtime) =>
  writeAsSystem(runtime, work)

/** Background jobs of the service, with their intervals. */
const jobsWith = (sources: JobSources): Job[] => {
  const { actionPace, addonOutbox, emailOutbox, retentionClock } = sources
  return [
    { name: 'mark potentially stale flags', everyMs: MINUTE_MS, run: asOneWrite(markPotentiallyStale) },
    { name: 'apply scheduled change requests', everyMs: MINUTE_MS, run: applyScheduled },
    {
      name: 'progress release plans',
      everyMs: MINUTE_MS,
      run: async (runtime) => {
        // before progressions: a plan that a safeguard stops must not advance in the same minute
        await watchSafeguards(runtime)
        await progressPlans(runtime)
      },
    },
    {
      name: 'hand signals to the actions',
      everyMs: actionPace.intervalSeconds * 1000,
      run: (runtime) => processSignals(runtime, actionPace.perCycle),
    },
    // new events arrive by themselves; this delivers those from before the start and from maintenance mode
    { name: 'tell integrations', everyMs: 5000, run: () => addonOutbox.run() },
    {
      name: 'write productivity reports',
      everyMs: 60 * MINUTE_MS,
      run: (runtime) => queueReports(runtime, sources),
    },
    // new ones are sent by themselves; this is for further attempts, and for those from before the start
    { name: 'send e-mails', everyMs: 15_000, run: () => emailOutbox.run() },
    { name: 'note figures of the week', everyMs: 60 * MINUTE_MS, run: noteWeek },
    { name: 'note licensed users', everyMs: 60 * MINUTE_MS, run: asOneWrite(noteLicensedUsers) },
    { name: 'prune tables', everyMs: 10 * MINUTE_MS, run: (runtime) => pruneTables(runtime, retentionClock) },
  ]
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
  const jobs = jobsWith(sources).map((job) => ({
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
  for (const job of jobsWith(sources)) await runJob(runtime, sources, job)
}

/**
 * Runs a job, unless maintenance mode is on, the data is being moved, or another process is at it. What comes due meanwhile (change requests, milestones, signals
 * for the actions) waits for the first round afterwards.
 */
async function runJob(
  runtime: Runtime,
  { maintenance, databaseMove, others }: JobSources,
  { name, run }: Job,
  stopping?: AbortSignal,
): Promise<void> {
  if (maintenance.isOn || databaseMove.holdsWrites) return
  runtime.loop.begin(name)
  try {
    await runtime.settleReports?.()
    await others.alone(name, () => inSpan(`job: ${name}`, runtime, () => run(runtime)))
  } catch (error) {
    // the store closes under a job that did not end in time
    if (stopping?.aborted) runtime.logger.debug({ err: error, job: name }, 'a job was ended by the stop')
    else runtime.logger.warn({ err: error, job: name }, 'a job failed')
  } finally {
    runtime.loop.end(name)
  }
}
