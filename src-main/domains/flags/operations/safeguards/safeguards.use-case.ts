import {
  changeFeatureEnvSafeguard as changeOfFlag,
  changeReleasePlanSafeguard as changeOfPlan,
  deleteFeatureEnvSafeguard as deleteOfFlag,
  deleteReleasePlanSafeguard as deleteOfPlan,
} from '../../../../../src-shared/contract/safeguards.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toEnvironmentSafeguard, toPlanSafeguard } from '../../records/milestones/safeguards.store.ts'
import { requireEnabledState, requirePlan } from '../../records/release-plans/require-plan.ts'
import { changeSafeguard, deleteSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const changeReleasePlanSafeguard = mutation(
  changeOfPlan,
  async (context, { params: { planId, ...place }, body }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    return toPlanSafeguard(await changeSafeguard(context, place, id, body))
  },
)

export const deleteReleasePlanSafeguard = mutation(
  deleteOfPlan,
  async (context, { params: { planId, safeguardId, ...place } }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    await deleteSafeguard(context, place, id, safeguardId)
  },
)

export const changeFeatureEnvSafeguard = mutation(changeOfFlag, async (context, { params, body }) => {
  await requireEnabledState(context.visible, params)
  return toEnvironmentSafeguard(await changeSafeguard(context, params, null, body), params.projectId)
})

export const deleteFeatureEnvSafeguard = mutation(
  deleteOfFlag,
  async (context, { params: { safeguardId, ...place } }) => {
    await requireEnabledState(context.visible, place)
    await deleteSafeguard(context, place, null, safeguardId)
  },
)
