import {
  deleteFeature as one,
  deleteFeatures as several,
} from '../../../../../src-shared/contract/archive.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { deleteFeatureRows } from '../../records/features/features.store.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { toFeature, type StoredFeature } from '../../records/features/feature.ts'
import { requireActiveProject } from '../../../projects/records/projects/projects.store.ts'

/**
 * Deletes archived flags of a project for good; others are passed over (recorded exchange
 * archive/batch-delete-of-a-live-flag).
 */
export const deleteFeatures = mutation(several, async (context, { params: { projectId }, body }) => {
  await requireActiveProject(context.queries, projectId)
  await remove(context, await findBatch(context.visible, projectId, body.features))
})

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
    await remove(context, [flag])
  },
  { placeOf: placeOfFlag },
)

async function remove(context: MutationContext, flags: readonly StoredFeature[]): Promise<void> {
  const archived = flags.filter((one) => one.archivedAt !== null)
  await deleteFeatureRows(
    context.queries,
    archived.map((flag) => flag.name),
  )
  for (const flag of archived)
    context.record({
      type: 'feature-deleted',
      project: flag.project,
      featureName: flag.name,
      preData: { ...toFeature(flag) },
    })
}
