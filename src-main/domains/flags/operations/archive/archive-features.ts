import { archiveFeatures as archive } from '#shared/flags/contract/archive.ts'
import { mutation } from '#kernel/use-case.ts'
import { archiveFlags } from '../../records/features/archive-flags.ts'
import { findBatch } from '../../records/features/find-batch.ts'

/** Archives flags of a project, all or none of them (docs/contract/flags.md#flags). */
export const archiveFeatures = mutation(archive, async (context, { params: { projectId }, body }) => {
  await archiveFlags(context, await findBatch(context.visible, projectId, body.features))
})
