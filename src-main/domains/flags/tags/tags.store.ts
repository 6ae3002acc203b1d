import type { ColouredTag, Tag, StoredTagType } from '#shared/flags/schemas/tag.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

const TYPE_COLUMNS = ['name', 'description', 'icon', 'color'] as const

export async function readTagTypes(queries: Queries): Promise<StoredTagType[]> {
  return queries.selectFrom('tag_types').select(TYPE_COLUMNS).orderBy('name').execute()
}

export async function findTagType(queries: Queries, name: string): Promise<StoredTagType | undefined> {
  return queries.selectFrom('tag_types').select(TYPE_COLUMNS).where('name', '=', name).executeTakeFirst()
}

export async function insertTagType(queries: Queries, type: StoredTagType, at: string): Promise<void> {
  await queries
    .insertInto('tag_types')
    .values({ ...type, created_at: at })
    .execute()
}

export async function updateTagTypeRow(queries: Queries, { name, ...columns }: StoredTagType): Promise<void> {
  await queries.updateTable('tag_types').set(columns).where('name', '=', name).execute()
}

/** Deletes a type, its tags, and these from all flags. */
export async function deleteTagTypeRow(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom('tag_types').where('name', '=', name).execute()
}

/** All tags, or those of a type, by type and value. */
export async function readTags(queries: Queries, type?: string): Promise<Tag[]> {
  return queries
    .selectFrom('tags')
    .select(['type', 'value'])
    .$if(type !== undefined, (q) => q.where('type', '=', type ?? ''))
    .orderBy('type')
    .orderBy('value')
    .execute()
}

export async function findTag(queries: Queries, { type, value }: Tag): Promise<Tag | undefined> {
  return queries
    .selectFrom('tags')
    .select(['type', 'value'])
    .where('type', '=', type)
    .where('value', '=', value)
    .executeTakeFirst()
}

/** Makes sure that tags exist; their types must. */
export async function insertTags(queries: Queries, tags: readonly Tag[], at: string): Promise<void> {
  await insertAll(
    queries,
    'tags',
    tags.map(({ type, value }) => ({ type, value, created_at: at })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
}

/** Makes sure that a tag exists; its type must. */
export const insertTag = (queries: Queries, tag: Tag, at: string): Promise<void> =>
  insertTags(queries, [tag], at)

/** Deletes a tag, from all flags too; whether it was there. */
export async function deleteTagRow(queries: Queries, { type, value }: Tag): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('tags')
    .where('type', '=', type)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The tags of flags, each flag's by type and value. */
export async function readFlagTags(
  queries: Queries,
  features: readonly string[],
): Promise<Map<string, ColouredTag[]>> {
  const tags = new Map<string, ColouredTag[]>(features.map((name) => [name, []]))
  if (features.length === 0) return tags
  const rows = await queries
    .selectFrom('feature_tags as ft')
    .innerJoin('tag_types as tt', 'tt.name', 'ft.tag_type')
    .select(['ft.feature_name', 'ft.tag_type', 'ft.tag_value', 'tt.color'])
    .where((eb) => inList(eb.ref('ft.feature_name'), features))
    .orderBy('ft.tag_type')
    .orderBy('ft.tag_value')
    .execute()
  for (const row of rows)
    tags.get(row.feature_name)?.push({ type: row.tag_type, value: row.tag_value, color: row.color })
  return tags
}

/** The flags that have a tag. */
export async function readFlagsWith(
  queries: Queries,
  { type, value }: Tag,
): Promise<{ name: string; project: string }[]> {
  return queries
    .selectFrom('feature_tags as ft')
    .innerJoin('features as f', 'f.name', 'ft.feature_name')
    .select(['f.name', 'f.project'])
    .where('ft.tag_type', '=', type)
    .where('ft.tag_value', '=', value)
    .orderBy('f.name')
    .execute()
}

/** Adds a tag to a flag. Returns false if the flag had it already. */
export async function attachTag(queries: Queries, feature: string, { type, value }: Tag): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('feature_tags')
    .values({ feature_name: feature, tag_type: type, tag_value: value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Adds tags to flags that do not have them. */
export async function attachTags(
  queries: Queries,
  tags: readonly { feature: string; tag: Tag }[],
): Promise<void> {
  await insertAll(
    queries,
    'feature_tags',
    tags.map(({ feature, tag }) => ({ feature_name: feature, tag_type: tag.type, tag_value: tag.value })),
  )
}

/** Removes a tag from a flag. Returns whether the flag had it. */
export async function detachTag(queries: Queries, feature: string, { type, value }: Tag): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('feature_tags')
    .where('feature_name', '=', feature)
    .where('tag_type', '=', type)
    .where('tag_value', '=', value)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Finds the given tags that do not exist. */
export async function findUnknownTags(queries: Queries, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return []
  const known = await readTags(queries)
  return tags.filter((tag) => !known.some((one) => one.type === tag.type && one.value === tag.value))
}

/** The tags of a type, each with the flags that have it. */
export async function readTagUse(
  queries: Queries,
  type: string,
): Promise<{ value: string; features: string[] }[]> {
  const rows = await queries
    .selectFrom('feature_tags')
    .select(['tag_value', 'feature_name'])
    .where('tag_type', '=', type)
    .orderBy('feature_name')
    .execute()
  const flagsOf = groupRows(rows, (row) => row.tag_value)
  return (await readTags(queries, type)).map(({ value }) => ({
    value,
    features: (flagsOf.get(value) ?? []).map((row) => row.feature_name),
  }))
}
