import type { MutationContext } from '#kernel/use-case.ts'
import { deleteDefinition } from '../milestones/plans.store.ts'
import { showPlan } from '../milestones/releases.read-model.ts'
import type { StoredPlan } from '../milestones/release-plan.ts'
import { disableWithoutStrategies } from '../strategies/change-strategy.ts'
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
