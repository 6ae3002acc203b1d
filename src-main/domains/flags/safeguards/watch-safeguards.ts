import { forEachIsolated } from '#runtime/in-steps.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { disableFeature } from '../features/enable-feature.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { findFeature, findFeatures } from '../features/features.store.ts'
import { activeMilestoneOf } from '../milestones/release-plan.ts'
import { readPlans } from '../milestones/plans.store.ts'
import { readSafeguards, saveSafeguard, type StoredSafeguard } from '../milestones/safeguards.store.ts'
import { pauseProgressions } from '../release-plans/progressions.ts'
import { inEvent } from './change-safeguards.ts'
import { SafeguardMetrics } from './safeguard-metrics.ts'

/**
 * Checks every safeguard against what has been reported for its project and environment. One that has come to be beyond its threshold acts, once: somebody who has looked
 * into it and lets the release go on is not stopped again until it has been within and beyond once more.
 */
export async function watchSafeguards(runtime: Runtime): Promise<void> {
  const { store, clock, logger } = runtime
  const safeguards = await readSafeguards(store.queries)
  const names = new Set(safeguards.map((one) => one.featureName))
  const projects = new Map(
    (await findFeatures(store.queries, [...names])).map((one) => [one.name, one.project]),
  )
  const gauge = new SafeguardMetrics(store.queries, clock.now())
  await forEachIsolated(
    safeguards,
    { logger, what: 'a safeguard', idOf: ({ id }) => id },
    async (safeguard) => {
      const { environment, featureName, impactMetric } = safeguard
      const project = projects.get(featureName) ?? ''
      const value = await gauge.measure(impactMetric, { project, environment })
      if (value === null || isBeyond(safeguard, value) === (safeguard.triggeredAt !== null)) return
      await writeAsSystem(runtime, (context) => take(context, safeguard, value))
    },
  )
}

const isBeyond = ({ triggerCondition: { operator, threshold } }: StoredSafeguard, value: number) =>
  operator === '>' ? value > threshold : value < threshold

async function take(context: MutationContext, listed: StoredSafeguard, value: number): Promise<void> {
  const { everything, now } = context
  const there = await readSafeguards(everything, {
    features: [listed.featureName],
    environment: listed.environment,
  })
  const safeguard = there.find((one) => one.id === listed.id)
  // deleted or changed since it was listed
  if (!safeguard || safeguard.triggeredAt !== listed.triggeredAt) return
  if (!isBeyond(safeguard, value)) {
    await saveSafeguard(everything, { ...safeguard, triggeredAt: null })
    return
  }
  if (!(await act(context, safeguard, value))) return
  await saveSafeguard(everything, { ...safeguard, triggeredAt: now.toISOString() })
}

/** Stops what is going on; false: nothing is. */
async function act(context: MutationContext, safeguard: StoredSafeguard, value: number): Promise<boolean> {
  const { everything } = context
  const { featureName, environment, planId } = safeguard
  const flag = await findFeature(everything, featureName)
  if (!flag || flag.archivedAt !== null) return false
  if (!(await findEnabled(everything, featureName, environment))) return false
  const [plan] = planId === null ? [] : await readPlans(everything, { id: planId })
  if (planId !== null && (!plan || !activeMilestoneOf(plan))) return false
  context.record({
    type: 'safeguard-triggered',
    project: flag.project,
    featureName,
    environment,
    data: { ...inEvent(safeguard), value },
  })
  if (plan) await pauseProgressions(context, flag.project, plan, { safeguardId: safeguard.id })
  else await disableFeature(context, { projectId: flag.project, featureName, environment })
  return true
}
