import { forEachIsolated } from '#runtime/in-steps.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { findFeature } from '../features/features.store.ts'
import { activeMilestoneOf, milestoneAfter } from '../milestones/release-plan.ts'
import { readPlans, readProgressingPlans } from '../milestones/plans.store.ts'
import { dueAt } from './progressions.ts'
import { startMilestone } from './start-milestone.ts'

/**
 * Delay after which a milestone is reported as started late, for example because the service was not running.
 */
const LATE_AFTER_MS = 2 * 60_000

/**
 * Starts the milestones that are due. Each has its own transaction, which also records the start, so it
 * happens once even if the service stops and starts. A milestone's time counts from its real start. After
 * days without the service, a plan therefore advances one step only, and each step lasts as long as intended.
 */
export async function progressPlans(runtime: Runtime): Promise<void> {
  const { store, logger } = runtime
  const ids = await readProgressingPlans(store.queries)
  await forEachIsolated(ids, { logger, what: 'a release plan', idOf: (id) => id }, async (id) => {
    // checked without a transaction: most plans only wait
    const [plan] = await readPlans(store.queries, { id })
    const due = plan && dueAt(plan)
    if (due && due <= runtime.clock.now()) await writeAsSystem(runtime, (context) => progress(context, id))
  })
}

async function progress(context: MutationContext, id: string): Promise<void> {
  const { everything, now } = context
  const [plan] = await readPlans(everything, { id })
  const active = plan && activeMilestoneOf(plan)
  const next = active && milestoneAfter(plan, active.id)
  const due = plan && dueAt(plan)
  if (!plan || !active || !next || !due || due > now) return
  const flag = await findFeature(everything, plan.featureName)
  if (!flag || flag.archivedAt !== null) return
  if (!(await findEnabled(everything, plan.featureName, plan.environment))) return
  const done = { ...active, progressionExecutedAt: now.toISOString() }
  const milestones = plan.milestones.map((one) => (one.id === done.id ? done : one))
  const late = now.getTime() - due.getTime()
  await startMilestone(context, flag.project, { ...plan, milestones }, next, {
    dueAt: due.toISOString(),
    ...(late > LATE_AFTER_MS ? { lateByMinutes: Math.floor(late / 60_000) } : {}),
  })
}
