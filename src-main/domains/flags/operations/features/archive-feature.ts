import { archiveFeature as operation } from '#shared/flags/contract/features.ts'
import { mutation } from '#kernel/use-case.ts'
import { archiveFlags } from '../../records/features/archive-flags.ts'
import { requireFeature } from '../../records/features/features.store.ts'

/** Archives a flag; archiving it again changes nothing (docs/contract/flags.md#archive-twice). */
export const archiveFeature = mutation(operation, async (context, { params: { projectId, featureName } }) => {
  await archiveFlags(context, [await requireFeature(context.visible, projectId, featureName)])
})
