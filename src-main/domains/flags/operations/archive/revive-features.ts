import { reviveFeatures as several } from '#shared/flags/contract/archive.ts'
import { mutation } from '#kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { revive } from '../../records/archive/revive.ts'

/** Revives flags of a project; those that are not archived are passed over (recorded exchange archive/batch-revive). */
export const reviveFeatures = mutation(several, async (context, { params: { projectId }, body }) => {
  await revive(context, projectId, await findBatch(context.visible, projectId, body.features))
})
