import { addTagToFeatures as bulk } from '#shared/flags/contract/feature-tags.ts'
import { notFound } from '#kernel/app-error.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { mutation } from '#kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { changeTags } from '../../records/feature-tags/tag-flag.ts'

/**
 * The same changes on several flags of a project (recorded exchange tags/flag-tags-bulk-on-project); a name that no
 * flag has refuses them all.
 */
export const addTagToFeatures = mutation(bulk, async (context, { params, body }) => {
  const flags = await findBatch(context.visible, params.projectId, body.features)
  const names = new Set(flags.map((flag) => flag.name))
  const unknown = body.features.find((name) => !names.has(name))
  if (unknown !== undefined) throw notFound(`Could not find feature flag with name ${unknown}`)
  await inSteps(flags, (flag) => changeTags(context, flag, body.tags))
})
