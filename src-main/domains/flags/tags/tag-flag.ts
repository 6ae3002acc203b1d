import type { Tag, TagChanges } from '#shared/flags/schemas/tag.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredFeature } from '../features/feature.ts'
import { attachTag, attachTags, detachTag, insertTag, insertTags, readFlagTags } from './tags.store.ts'
import { requireTypeOfTag } from './tag-type.ts'

/**
 * Puts a tag on a flag, creating the tag if it is new; one the flag has already changes nothing (recorded exchange
 * tags/flag-tags-add-the-same).
 */
export async function tagFlag(context: MutationContext, flag: StoredFeature, tag: Tag): Promise<void> {
  const { everything, now } = context
  await requireTypeOfTag(everything, tag.type)
  await insertTag(everything, tag, now.toISOString())
  if (await attachTag(everything, flag.name, tag)) recordTagged(context, flag, tag)
}

function recordTagged(context: MutationContext, flag: StoredFeature, tag: Tag): void {
  context.record({
    type: 'feature-tagged',
    project: flag.project,
    featureName: flag.name,
    data: { type: tag.type, value: tag.value },
  })
}

/** Takes a tag off a flag; one it does not have changes nothing (recorded exchange tags/flag-tags-delete-again). */
export async function untagFlag(context: MutationContext, flag: StoredFeature, tag: Tag): Promise<void> {
  if (await detachTag(context.everything, flag.name, tag))
    context.record({
      type: 'feature-untagged',
      project: flag.project,
      featureName: flag.name,
      preData: { type: tag.type, value: tag.value },
    })
}

export async function changeTags(
  context: MutationContext,
  flag: StoredFeature,
  { addedTags, removedTags }: TagChanges,
): Promise<void> {
  for (const tag of removedTags) await untagFlag(context, flag, tag)
  for (const tag of addedTags) await tagFlag(context, flag, tag)
}

/** Gives each flag its tags and no others. */
export async function setTagsOfFlags(
  context: MutationContext,
  wanted: readonly { flag: StoredFeature; tags: readonly Tag[] }[],
): Promise<void> {
  const { everything, now } = context
  const had = await readFlagTags(
    everything,
    wanted.map(({ flag }) => flag.name),
  )
  const added: { flag: StoredFeature; tag: Tag }[] = []
  for (const { flag, tags } of wanted) {
    const here = had.get(flag.name) ?? []
    for (const tag of here.filter((one) => !isIn(tags, one))) await untagFlag(context, flag, tag)
    const own = new Map(tags.map((tag) => [JSON.stringify([tag.type, tag.value]), tag]))
    for (const tag of own.values()) if (!isIn(here, tag)) added.push({ flag, tag })
  }
  for (const type of new Set(added.map(({ tag }) => tag.type))) await requireTypeOfTag(everything, type)
  await insertTags(
    everything,
    added.map(({ tag }) => tag),
    now.toISOString(),
  )
  await attachTags(
    everything,
    added.map(({ flag, tag }) => ({ feature: flag.name, tag })),
  )
  for (const { flag, tag } of added) recordTagged(context, flag, tag)
}

const isIn = (list: readonly Tag[], tag: Tag) =>
  list.some((one) => one.type === tag.type && one.value === tag.value)
