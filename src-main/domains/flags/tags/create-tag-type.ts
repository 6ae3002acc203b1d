import type { StoredTagType } from '#shared/flags/schemas/tag.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { insertTagType } from './tags.store.ts'

/** Writes a new type of tags, and the event; that its name is free has been checked. */
export async function createTagTypeRow(context: MutationContext, type: StoredTagType): Promise<void> {
  await insertTagType(context.queries, type, context.now.toISOString())
  context.record({ type: 'tag-type-created', data: { ...type } })
}
