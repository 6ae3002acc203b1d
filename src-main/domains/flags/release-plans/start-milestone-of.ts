import type { Milestone } from '#shared/flags/schemas/release-plan.ts'
import type { z } from 'zod'

import type { MutationContext } from '#kernel/use-case.ts'
import { toMilestone } from '../milestones/milestone.ts'
import { milestoneOf, requirePlan, type FlagPlace } from './require-plan.ts'
import { startMilestone } from './start-milestone.ts'

/** Starts a milestone of a plan by their ids, again too. */
export async function startMilestoneOf(
  context: MutationContext,
  { planId, milestoneId, ...place }: FlagPlace & { planId: string; milestoneId: string },
): Promise<z.output<typeof Milestone>> {
  const found = await requirePlan(context.visible, place, planId)
  const { plan, milestone } = milestoneOf(found, milestoneId)
  const started = await startMilestone(context, place.projectId, plan, milestone)
  return toMilestone(milestoneOf(started, milestoneId).milestone)
}
