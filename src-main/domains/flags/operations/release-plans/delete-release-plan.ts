import { deleteReleasePlan as remove } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeReleasePlan } from '../../records/release-plans/remove-plan.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'

export const deleteReleasePlan = mutation(remove, async (context, { params: { planId, ...place } }) =>
  removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, planId)),
)
