import { deleteFeature as one } from '#shared/flags/contract/archive.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { deleteArchived } from '../../records/archive/delete-archived.ts'

/** Deletes an archived flag for good. One that is not archived is refused: a 200 that does nothing would say it is gone. */
export const deleteFeature = mutation(
  one,
  async (context, { params: { featureName } }) => {
    const flag = await requireStoredFlag(context.visible, featureName)
    if (flag.archivedAt === null) {
      throw new AppError(
        'InvalidOperationError',
        `The feature "${featureName}" is not archived. Archive it first.`,
      )
    }
    await deleteArchived(context, [flag])
  },
  { placeOf: placeOfFlag },
)
