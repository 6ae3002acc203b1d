import { changeReleasePlanSafeguard as changeOfPlan } from '#shared/flags/contract/safeguards.ts'
import { mutation } from '#kernel/use-case.ts'
import { toPlanSafeguard } from '../../records/milestones/safeguards.store.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'
import { blindnessOf, changeSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const changeReleasePlanSafeguard = mutation(
  changeOfPlan,
  async (context, { params: { planId, ...place }, body }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    const safeguard = toPlanSafeguard(await changeSafeguard(context, place, id, body))
    return { ...safeguard, blind: await blindnessOf(context, place, body) }
  },
)
