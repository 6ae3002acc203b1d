import type { Tag, TagChanges } from '../../../../../src-shared/flags/schemas/tag.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { StoredFeature } from '../features/feature.ts'
import { attachTag, detachTag, insertTag, readFlagTags } from '../tags/tags.store.ts'
import { requireTypeOfTag } from '../tags/require-tag-type.ts'

/**
 * Puts a tag on a flag, creating the tag if it is new; one the flag has already changes nothing (recorded exchange
 * tags/flag-tags-add-the-same).
 */
export async function tagFlag(context: MutationContext, flag: StoredFeature, tag: Tag): Promise<void> {
  const { queries, now } = context
  await requireTypeOfTag(queries, tag.type)
  await insertTag(queries, tag, now.toISOString())
  if (await attachTag(queries, flag.name, tag))
    context.record({
      type: 'feature-tagged',
      project: flag.project,
      featureName: flag.name,
      data: { type: tag.type, value: tag.value },
    })
}

/** Takes a tag off a flag; one it does not have changes nothing (recorded exchange tags/flag-tags-delete-again). */
export async function untagFlag(context: MutationContext, flag: StoredFeature, tag: Tag): Promise<void> {
  if (await detachTag(context.queries, flag.name, tag))
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

/** Gives a flag these tags and no others. */
export async function setFlagTags(
  context: MutationContext,
  flag: StoredFeature,
  tags: readonly Tag[],
): Promise<void> {
  const had = (await readFlagTags(context.queries, [flag.name])).get(flag.name) ?? []
  const isIn = (list: readonly Tag[], tag: Tag) =>
    list.some((one) => one.type === tag.type && one.value === tag.value)
  await changeTags(context, flag, {
    addedTags: tags.filter((tag) => !isIn(had, tag)),
    removedTags: had.filter((tag) => !isIn(tags, tag)),
  })
}
