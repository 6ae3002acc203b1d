import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/archive.ts'
import { deleteArchived, revive } from '../features/archived-flags.ts'
import { archiveFlags } from '../features/archive-flags.ts'
import { haveDependencies, orphaningParents } from '../features/features.store.ts'
import { findBatch, placeOfFlag, requireStoredFlag } from '../features/stored-flags.ts'

/** Archives flags of a project, all or none of them (docs/contract/flags.md#flags). */
export const archiveFeatures = mutation(
  contract.archiveFeatures,
  async (context, { params: { projectId }, body }) => {
    await archiveFlags(context, await findBatch(context.visible, projectId, body.features))
  },
)

/**
 * Checks the effects of archiving: parents that would leave children behind, and dependencies that would be
 * deleted (recorded exchange flag-relations/archive-validate).
 */
export const validateArchiveFeatures = query(
  contract.validateArchiveFeatures,
  async ({ visible }, { params: { projectId }, body }) => {
    const names = (await findBatch(visible, projectId, body.features)).map((flag) => flag.name)
    return {
      parentsWithChildFeatures: await orphaningParents(visible, names),
      hasDeletedDependencies: await haveDependencies(visible, names),
    }
  },
)

/** Revives flags of a project; those that are not archived are passed over (recorded exchange archive/batch-revive). */
export const reviveFeatures = mutation(
  contract.reviveFeatures,
  async (context, { params: { projectId }, body }) => {
    await revive(context, projectId, await findBatch(context.visible, projectId, body.features))
  },
)

/**
 * Deletes archived flags of a project for good; others are passed over (recorded exchange
 * archive/batch-delete-of-a-live-flag).
 */
export const deleteFeatures = mutation(
  contract.deleteFeatures,
  async (context, { params: { projectId }, body }) => {
    await requireActiveProject(context.everything, projectId)
    await deleteArchived(context, await findBatch(context.visible, projectId, body.features))
  },
)

/** Revives a flag; one that is not archived stays as it is (recorded exchange archive/revive-again-not-archived). */
export const reviveFeature = mutation(
  contract.reviveFeature,
  async (context, { params: { featureName } }) => {
    const flag = await requireStoredFlag(context.visible, featureName)
    await revive(context, flag.project, [flag])
  },
  { placeOf: placeOfFlag },
)

/** Deletes an archived flag for good. One that is not archived is refused: a 200 that does nothing would say it is gone. */
export const deleteFeature = mutation(
  contract.deleteFeature,
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
