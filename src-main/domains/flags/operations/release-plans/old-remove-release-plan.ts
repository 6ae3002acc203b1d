import { oldRemoveReleasePlan as remove } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeReleasePlan } from '../../records/release-plans/remove-plan.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'

/** The former path, kept for clients that know no other. */
export const oldRemoveReleasePlan = mutation(remove, async (context, { params: { planId, ...place } }) =>
  removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, planId)),
)
