import { AppError, notFound } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import { inSteps } from '#runtime/in-steps.ts'
import * as featureTagsContract from '#shared/flags/contract/feature-tags.ts'
import * as tagsContract from '#shared/flags/contract/tags.ts'
import type { ColouredTag } from '#shared/flags/schemas/tag.ts'
import type { Queries } from '#store/queries.ts'
import { changeTags, tagFlag, untagFlag } from '../tags/tag-flag.ts'
import { findBatch, placeOfFlag, requireStoredFlag } from '../features/stored-flags.ts'
import { createTagTypeRow, requireFreeTypeName, requireTagType, requireTypeOfTag } from '../tags/tag-type.ts'
import {
  deleteTagRow,
  deleteTagTypeRow,
  detachTag,
  findTag,
  insertTag,
  readFlagsWith,
  readFlagTags,
  readTags,
  readTagTypes,
  readTagUse,
  updateTagTypeRow,
} from '../tags/tags.store.ts'

const version = 1 as const

/** The tags of a flag in the contract's form (recorded exchange tags/flag-tags-list). */
async function flagTagsOf(queries: Queries, feature: string): Promise<{ version: 1; tags: ColouredTag[] }> {
  return { version: 1, tags: (await readFlagTags(queries, [feature])).get(feature) ?? [] }
}

export const listTags = query(
  featureTagsContract.listTags,
  async ({ visible }, { params: { featureName } }) => {
    const { name } = await requireStoredFlag(visible, featureName)
    return flagTagsOf(visible, name)
  },
)

/** Tags a flag; answers both, for the reply names the flag as well. */
export const addTag = mutation(
  featureTagsContract.addTag,
  async (context, { params, body }) => {
    await tagFlag(context, await requireStoredFlag(context.visible, params.featureName), body)
    return body
  },
  { placeOf: placeOfFlag },
)

export const updateTags = mutation(
  featureTagsContract.updateTags,
  async (context, { params: { featureName }, body }) => {
    await changeTags(context, await requireStoredFlag(context.visible, featureName), body)
    return flagTagsOf(context.everything, featureName)
  },
  { placeOf: placeOfFlag },
)

export const removeTag = mutation(
  featureTagsContract.removeTag,
  async (context, { params: { featureName, ...tag } }) => {
    await untagFlag(context, await requireStoredFlag(context.visible, featureName), tag)
  },
  { placeOf: placeOfFlag },
)

/**
 * The same changes on several flags of a project (recorded exchange tags/flag-tags-bulk-on-project); a name that no
 * flag has refuses them all.
 */
export const addTagToFeatures = mutation(
  featureTagsContract.addTagToFeatures,
  async (context, { params, body }) => {
    const flags = await findBatch(context.visible, params.projectId, body.features)
    const names = new Set(flags.map((flag) => flag.name))
    const unknown = body.features.find((name) => !names.has(name))
    if (unknown !== undefined) throw notFound(`Could not find feature flag with name ${unknown}`)
    await inSteps(flags, (flag) => changeTags(context, flag, body.tags))
  },
)

export const getTagTypes = query(tagsContract.getTagTypes, async ({ visible }) => ({
  version,
  tagTypes: await readTagTypes(visible),
}))

/** Creates a type of tags (recorded exchanges tags/*). */
export const createTagType = mutation(tagsContract.createTagType, async (context, { body }) => {
  await requireFreeTypeName(context.everything, body.name)
  const { name, description = null, icon = null, color = null } = body
  const type = { name, description, icon, color }
  await createTagTypeRow(context, type)
  return type
})

/**
 * Checks whether a tag type could be created (recorded exchanges tags/tag-types-validate-ok and
 * tags/tag-types-validate-taken).
 */
export const validateTagType = query(tagsContract.validateTagType, async ({ visible }, { body }) => {
  await requireFreeTypeName(visible, body.name)
  const { description, ...tagType } = body
  return {
    valid: true as const,
    tagType: { ...tagType, ...(description === null || description === undefined ? {} : { description }) },
  }
})

export const getTagType = query(tagsContract.getTagType, async ({ visible }, { params: { name } }) => ({
  version,
  tagType: await requireTagType(visible, name),
}))

/** Changes what was sent of a type (recorded exchange tags/tag-types-update). */
export const updateTagType = mutation(
  tagsContract.updateTagType,
  async (context, { params: { name }, body }) => {
    const before = await requireTagType(context.everything, name)
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const after = { ...before, ...sent }
    await updateTagTypeRow(context.everything, after)
    context.record({ type: 'tag-type-updated', data: after, preData: before })
  },
)

/** Deletes a type with its tags (recorded exchanges tags/tag-types-delete and tags/tag-types-delete-unknown). */
export const deleteTagType = mutation(tagsContract.deleteTagType, async (context, { params: { name } }) => {
  const type = await requireTagType(context.everything, name)
  const tags = await readTagUse(context.everything, name)
  await deleteTagTypeRow(context.everything, name)
  context.record({
    type: 'tag-type-deleted',
    preData: { ...type, tags, features: [...new Set(tags.flatMap((tag) => tag.features))] },
  })
})

export const getTags = query(tagsContract.getTags, async ({ visible }) => ({
  version,
  tags: await readTags(visible),
}))

/** Creates a tag (recorded exchanges tags/*). */
export const createTag = mutation(tagsContract.createTag, async (context, { body: tag }) => {
  const { everything, now } = context
  await requireTypeOfTag(everything, tag.type)
  const name = `${tag.type}:${tag.value}`
  if (await findTag(everything, tag)) throw new AppError('NameExistsError', `A tag of ${name} already exists`)
  await insertTag(everything, tag, now.toISOString())
  context.record({ type: 'tag-created', data: { ...tag, name } })
  return { version: 1 as const, tag }
})

export const getTagsByType = query(tagsContract.getTagsByType, async ({ visible }, { params: { type } }) => ({
  version,
  tags: await readTags(visible, type),
}))

export const getTag = query(tagsContract.getTag, async ({ visible }, { params }) => {
  const tag = await findTag(visible, params)
  if (!tag) throw notFound(`No tag with type: [${params.type}] and value [${params.value}]`)
  return { version, tag }
})

/**
 * Deletes a tag, from all flags that the caller sees too; one that is not there changes nothing. It needs the right to
 * update each of these flags. Flags of projects hidden from the caller keep it, so the tag stays for them.
 */
export const deleteTag = mutation(tagsContract.deleteTag, async (context, { params: tag }) => {
  const { everything } = context
  const flags = await readFlagsWith(everything, tag)
  const seen = flags.filter(({ project }) => !context.hidden.has(project))
  const refused = [...new Set(seen.map(({ project }) => project))].filter(
    (project) => !context.may({ anyOf: ['UPDATE_FEATURE'], project }).allowed,
  )
  if (refused.length > 0)
    throw new AppError(
      'ForbiddenError',
      `The tag cannot be deleted: flags of these projects have it, and you may not update them: ${refused.sort().join(', ')}. Ask somebody who may to remove it there.`,
    )
  const name = `${tag.type}:${tag.value}`
  if (seen.length === flags.length) {
    if (await deleteTagRow(everything, tag))
      context.record({
        type: 'tag-deleted',
        preData: { ...tag, name, features: flags.map((flag) => flag.name) },
      })
    return
  }
  for (const { name: featureName, project } of seen) {
    await detachTag(everything, featureName, tag)
    context.record({ type: 'feature-untagged', project, featureName, preData: { ...tag } })
  }
})
