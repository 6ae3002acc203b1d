import { changeFeatureEnvSafeguard as changeOfFlag } from '#shared/flags/contract/safeguards.ts'
import { mutation } from '#kernel/use-case.ts'
import { toEnvironmentSafeguard } from '../../records/milestones/safeguards.store.ts'
import { requireEnabledState } from '../../records/release-plans/require-plan.ts'
import { blindnessOf, changeSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const changeFeatureEnvSafeguard = mutation(changeOfFlag, async (context, { params, body }) => {
  await requireEnabledState(context.visible, params)
  const safeguard = toEnvironmentSafeguard(
    await changeSafeguard(context, params, null, body),
    params.projectId,
  )
  return { ...safeguard, blind: await blindnessOf(context, params, body) }
})
