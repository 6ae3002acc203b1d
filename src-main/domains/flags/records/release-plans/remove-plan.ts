import type { MutationContext } from '../../../../kernel/use-case.ts'
import { deleteDefinition, findPlanOf } from '../milestones/plans.store.ts'
import { showPlan } from '../milestones/releases.read-model.ts'
import type { StoredPlan } from '../milestones/release-plan.ts'
import { disableWithoutStrategies } from '../strategies/change-strategy.ts'
import type { FlagPlace } from './require-plan.ts'
import { removePlanStrategies } from './start-milestone.ts'

/** Takes a plan off its flag; where no enabled strategy is left the flag is disabled, lest it be on for everybody. */
export async function removeReleasePlan(
  context: MutationContext,
  projectId: string,
  plan: StoredPlan,
): Promise<void> {
  const { queries } = context
  const { featureName, environment } = plan
  const preData = { ...(await showPlan(queries, plan)) }
  await removePlanStrategies(queries, plan)
  await deleteDefinition(queries, plan.id)
  context.record({ type: 'release-plan-removed', project: projectId, featureName, environment, preData })
  await disableWithoutStrategies(context, projectId, { featureName, environment })
}

/** Takes whatever plan a flag has in an environment off it. */
export async function removeReleasePlanOf(context: MutationContext, place: FlagPlace): Promise<void> {
  const plan = await findPlanOf(context.queries, place.featureName, place.environment)
  if (plan) await removeReleasePlan(context, place.projectId, plan)
}
