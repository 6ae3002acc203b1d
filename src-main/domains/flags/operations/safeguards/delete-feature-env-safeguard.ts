import { deleteFeatureEnvSafeguard as deleteOfFlag } from '#shared/flags/contract/safeguards.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireEnabledState } from '../../records/release-plans/require-plan.ts'
import { deleteSafeguard } from '../../records/safeguards/change-safeguards.ts'

export const deleteFeatureEnvSafeguard = mutation(
  deleteOfFlag,
  async (context, { params: { safeguardId, ...place } }) => {
    await requireEnabledState(context.visible, place)
    await deleteSafeguard(context, place, null, safeguardId)
  },
)
