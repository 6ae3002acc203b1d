import type { UpdateMilestoneStrategy } from '#shared/flags/schemas/release-plan.ts'
import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { findStrategy } from '../features/feature-strategies.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { findPlanOf } from '../milestones/plans.store.ts'
import { replaceMilestoneStrategy } from '../milestones/milestones.store.ts'
import {
  toMilestoneStrategy,
  type StoredMilestone,
  type StoredMilestoneStrategy,
} from '../milestones/milestone.ts'
import type { StoredPlan } from '../milestones/release-plan.ts'
import { changedStrategy } from '../release-templates/draft-milestones.ts'
import { disableWithoutStrategies } from '../strategies/change-strategy.ts'
import { toStrategy } from '../strategies/strategy.ts'
import type { FlagPlace } from './require-plan.ts'
import { placeStrategies } from './start-milestone.ts'

interface PlannedStrategy {
  plan: StoredPlan
  milestone: StoredMilestone
  strategy: StoredMilestoneStrategy
}

/** The strategy of an id in the flag's plan there, to be changed; else 404. */
export async function requirePlannedStrategy(
  queries: Queries,
  { projectId, featureName, environment }: FlagPlace,
  id: string,
): Promise<PlannedStrategy> {
  await requireActiveFeature(queries, projectId, featureName)
  const plan = await findPlanOf(queries, featureName, environment)
  for (const milestone of plan?.milestones ?? []) {
    const strategy = milestone.strategies.find((one) => one.id === id)
    if (plan && strategy) return { plan, milestone, strategy }
  }
  throw notFound(`Could not find milestone strategy with id ${id}`)
}

/** Builds the updated strategy of a plan. Throws if it is invalid. */
export const toUpdated = (
  context: MutationContext,
  { projectId: project }: FlagPlace,
  { id: milestoneId }: StoredMilestone,
  before: StoredMilestoneStrategy,
  body: UpdateMilestoneStrategy,
): Promise<StoredMilestoneStrategy> => changedStrategy(context, { milestoneId, project }, before, body)

/** Changes a strategy of a plan; SDKs see it at once where its milestone is active. */
export async function updateMilestoneStrategy(
  context: MutationContext,
  place: FlagPlace,
  id: string,
  body: UpdateMilestoneStrategy,
): Promise<StoredMilestoneStrategy> {
  const { everything } = context
  const { projectId: project, featureName, environment } = place
  const { plan, milestone, strategy: before } = await requirePlannedStrategy(context.visible, place, id)
  const after = await toUpdated(context, place, milestone, before, body)
  await replaceMilestoneStrategy(everything, after)
  context.record({
    type: 'milestone-strategy-updated',
    project,
    featureName,
    environment,
    data: { ...toMilestoneStrategy(after), name: milestone.name },
    preData: { ...toMilestoneStrategy(before), name: milestone.name },
  })
  if (plan.activeMilestoneId !== milestone.id) return after
  await replacePlaced(context, place, id)
  return after
}

/** Replaces the flag's strategies with those of the plan, and records the event of the changed one. */
async function replacePlaced(
  context: MutationContext,
  { projectId, featureName, environment }: FlagPlace,
  id: string,
): Promise<void> {
  const { everything } = context
  const was = await findStrategy(everything, id)
  const plan = await findPlanOf(everything, featureName, environment)
  if (plan) await placeStrategies(context, plan)
  const is = await findStrategy(everything, id)
  if (is) {
    context.record({
      type: 'feature-strategy-update',
      project: projectId,
      featureName,
      environment,
      data: { ...toStrategy(is) },
      ...(was ? { preData: { ...toStrategy(was) } } : {}),
    })
  }
  await disableWithoutStrategies(context, projectId, { featureName, environment })
}
