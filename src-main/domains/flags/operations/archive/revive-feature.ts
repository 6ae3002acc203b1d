import { reviveFeature as one } from '#shared/flags/contract/archive.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { revive } from '../../records/archive/revive.ts'

/** Revives a flag; one that is not archived stays as it is (recorded exchange archive/revive-again-not-archived). */
export const reviveFeature = mutation(
  one,
  async (context, { params: { featureName } }) => {
    const flag = await requireStoredFlag(context.visible, featureName)
    await revive(context, flag.project, [flag])
  },
  { placeOf: placeOfFlag },
)
