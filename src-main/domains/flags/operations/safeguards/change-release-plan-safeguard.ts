import { changeReleasePlanSafeguard as changeOfPlan } from '../../../../../src-shared/flags/contract/safeguards.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toPlanSafeguard } from '../../records/milestones/safeguards.store.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'
import { changeSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const changeReleasePlanSafeguard = mutation(
  changeOfPlan,
  async (context, { params: { planId, ...place }, body }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    return toPlanSafeguard(await changeSafeguard(context, place, id, body))
  },
)
