import {
  addTag as add,
  addTagToFeatures as bulk,
  removeTag as remove,
  updateTags as update,
} from '../../../../../src-shared/contract/feature-tags.ts'
import type { Tag } from '../../../../../src-shared/schemas/tag.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { inSteps } from '../../../../kernel/in-steps.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { flagTagsOf } from '../../records/feature-tags/flag-tags.ts'
import { changeTags, tagFlag, untagFlag } from '../../records/feature-tags/tag-flag.ts'

/** Tags a flag; answers both, for the reply names the flag as well. */
export const addTag = mutation<typeof add, { flag: string; tag: Tag }>(
  add,
  async (context, { params, body }) => {
    await tagFlag(context, await requireStoredFlag(context.visible, params.featureName), body)
    return { flag: params.featureName, tag: body }
  },
  { placeOf: placeOfFlag },
)

export const updateTags = mutation(
  update,
  async (context, { params: { featureName }, body }) => {
    await changeTags(context, await requireStoredFlag(context.visible, featureName), body)
    return flagTagsOf(context.queries, featureName)
  },
  { placeOf: placeOfFlag },
)

export const removeTag = mutation(
  remove,
  async (context, { params: { featureName, ...tag } }) => {
    await untagFlag(context, await requireStoredFlag(context.visible, featureName), tag)
  },
  { placeOf: placeOfFlag },
)

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
