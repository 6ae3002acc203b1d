import { deleteFeatures as several } from '#shared/flags/contract/archive.ts'
import { mutation } from '#kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { deleteArchived } from '../../records/archive/delete-archived.ts'

/**
 * Deletes archived flags of a project for good; others are passed over (recorded exchange
 * archive/batch-delete-of-a-live-flag).
 */
export const deleteFeatures = mutation(several, async (context, { params: { projectId }, body }) => {
  await requireActiveProject(context.queries, projectId)
  await deleteArchived(context, await findBatch(context.visible, projectId, body.features))
})
