import { AppError, badData, notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredTagType } from '#shared/flags/schemas/tag.ts'
import type { Queries } from '#store/queries.ts'
import { findTagType, insertTagType } from './tags.store.ts'

/** The type of a name; else 404 (recorded exchanges tags/tag-types-get-unknown and tags/tag-types-delete-unknown). */
export async function requireTagType(queries: Queries, name: string): Promise<StoredTagType> {
  const type = await findTagType(queries, name)
  if (!type) throw notFound('Could not find tag-type')
  return type
}

/**
 * The type of a tag that was sent; else 400 (recorded exchange tags/flag-tags-unknown-type; the 500 of recorded
 * exchange tags/tags-unknown-type is not copied).
 */
export async function requireTypeOfTag(queries: Queries, type: string): Promise<void> {
  if (!(await findTagType(queries, type))) throw badData(`Tag type '${type}' does not exist`, '/body/type')
}

/** A name that no type has (recorded exchanges tags/tag-types-duplicate and tags/tag-types-validate-taken). */
export async function requireFreeTypeName(queries: Queries, name: string): Promise<void> {
  if (await findTagType(queries, name))
    throw new AppError('NameExistsError', `There already exists a tag-type with the name ${name}`)
}

/** Writes a new type of tags, and the event; that its name is free has been checked. */
export async function createTagTypeRow(context: MutationContext, type: StoredTagType): Promise<void> {
  await insertTagType(context.everything, type, context.now.toISOString())
  context.record({ type: 'tag-type-created', data: { ...type } })
}

/** `type:value`; the message is recorded exchange client-api/bad-tag-filter's. */
export function parseTag(text: string, index: number): { type: string; value: string } {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw badData(
      `"tag[${index}]" with value "${text}" fails to match the tag pattern. You provided "${text}".`,
      '/query/tag',
    )
  }
  return { type: text.slice(0, colon), value: text.slice(colon + 1) }
}
