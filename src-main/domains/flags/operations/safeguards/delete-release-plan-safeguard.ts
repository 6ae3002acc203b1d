import { deleteReleasePlanSafeguard as deleteOfPlan } from '#shared/flags/contract/safeguards.ts'
import { mutation } from '#kernel/use-case.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'
import { deleteSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const deleteReleasePlanSafeguard = mutation(
  deleteOfPlan,
  async (context, { params: { planId, safeguardId, ...place } }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    await deleteSafeguard(context, place, id, safeguardId)
  },
)
