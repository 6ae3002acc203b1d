import type { MutationContext } from '#kernel/use-case.ts'
import {
  deleteStrategyRow,
  insertStrategies,
  readStrategies,
  type PlacedStrategy,
} from '../features/feature-strategies.store.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { activeMilestoneOf, type StoredPlan } from '../milestones/release-plan.ts'
import { findPlanOf, setActiveMilestone } from '../milestones/plans.store.ts'
import { NOT_STARTED, type StoredMilestone } from '../milestones/milestone.ts'
import { updateMilestoneRow } from '../milestones/milestones.store.ts'
import { disableWithoutStrategies } from '../strategies/change-strategy.ts'
import { toStrategy } from '../strategies/strategy.ts'
import type { FlagPlace } from './require-plan.ts'

/** Further event data of a started milestone. */
export interface StartDetails {
  /** Time when it was due, if it started automatically. */
  dueAt?: string
  /** Minutes by which it was late, if it was, for example because the service was not running. */
  lateByMinutes?: number
}

/**
 * Starts a milestone, also again. Its strategies replace those of the former active milestone; the flag's
 * other strategies stay. Later milestones count as not started (docs/contract/releases.md#rules).
 */
export async function startMilestone(
  context: MutationContext,
  projectId: string,
  plan: StoredPlan,
  target: StoredMilestone,
  details: StartDetails = {},
): Promise<StoredPlan> {
  const { everything, now } = context
  const { featureName, environment } = plan
  const at = now.toISOString()
  const former = activeMilestoneOf(plan)
  const isEnabled = await findEnabled(everything, featureName, environment)
  const index = plan.milestones.indexOf(target)
  const started: StoredPlan = {
    ...plan,
    activeMilestoneId: target.id,
    milestones: plan.milestones.map((one, place) => {
      if (place > index) return { ...one, ...NOT_STARTED }
      if (place < index) return { ...one, pausedAt: null, heldSince: null }
      return { ...one, ...NOT_STARTED, startedAt: at, heldSince: isEnabled ? null : at }
    }),
  }
  await setActiveMilestone(everything, plan.id, target.id)
  for (const milestone of started.milestones) await updateMilestoneRow(everything, milestone)
  const { removed, placed } = await placeStrategies(context, started)
  context.record({
    type: 'release-plan-milestone-started',
    project: projectId,
    featureName,
    environment,
    // with the strategies of both, from which the past is evaluated
    data: {
      name: target.name,
      milestoneId: target.id,
      planId: plan.id,
      plan: plan.name,
      ...details,
      strategies: placed.map(toStrategy),
    },
    ...(former || removed.length > 0
      ? {
          preData: {
            ...(former ? { name: former.name, milestoneId: former.id } : {}),
            strategies: removed.map(toStrategy),
          },
        }
      : {}),
  })
  await disableWithoutStrategies(context, projectId, { featureName, environment })
  return started
}

/** Starts the plan of a flag that is being enabled, unless a milestone of it is active already. */
export async function startFirstMilestone(context: MutationContext, place: FlagPlace): Promise<void> {
  const plan = await findPlanOf(context.everything, place.featureName, place.environment)
  const [first] = plan?.milestones ?? []
  if (plan && first && plan.activeMilestoneId === null)
    await startMilestone(context, place.projectId, plan, first)
}

/** Copies the strategies of the active milestone to the flag, and removes those of the other milestones. */
export async function placeStrategies(
  { everything, now }: MutationContext,
  plan: StoredPlan,
): Promise<{ removed: PlacedStrategy[]; placed: PlacedStrategy[] }> {
  const { own, removed } = await removePlanStrategies(everything, plan)
  const all: PlacedStrategy[] = []
  const last = Math.max(-1, ...own.map((one) => one.sortOrder))
  for (const [index, strategy] of (activeMilestoneOf(plan)?.strategies ?? []).entries()) {
    const { featureName, environment } = plan
    const placed: PlacedStrategy = { ...strategy, featureName, environment, sortOrder: last + 1 + index }
    await insertStrategies(everything, [placed], now.toISOString())
    all.push(placed)
  }
  return { removed, placed: all }
}

/** Removes the strategies of a plan from its flag. Returns them, and the remaining ones. */
export async function removePlanStrategies(
  queries: MutationContext['everything'],
  { featureName, environment, milestones }: StoredPlan,
): Promise<{ own: PlacedStrategy[]; removed: PlacedStrategy[] }> {
  const ids = new Set(milestones.map((one) => one.id))
  const own: PlacedStrategy[] = []
  const removed: PlacedStrategy[] = []
  for (const strategy of await readStrategies(queries, { features: [featureName], environment })) {
    if (strategy.milestoneId === null || !ids.has(strategy.milestoneId)) own.push(strategy)
    else {
      await deleteStrategyRow(queries, strategy.id)
      removed.push(strategy)
    }
  }
  return { own, removed }
}
