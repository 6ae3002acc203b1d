import { sql } from 'kysely'

import { contains } from '#store/engines/portable.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

export interface Dependency {
  parent: string
  /** State that the parent must have. */
  enabled: boolean
  /** Variants of which the parent must have one when it is on; empty: any. */
  variants: string[]
}

/** The form of a dependency in events. */
export const inEvents = ({ parent, enabled, variants }: Dependency) => ({
  feature: parent,
  name: parent,
  enabled,
  variants,
})

/** The parents of a flag, by name. */
export async function readParents(queries: Queries, child: string): Promise<Dependency[]> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .select(['parent', 'enabled', 'variants'])
    .where('child', '=', child)
    .orderBy('parent')
    .execute()
  return rows.map((row) => ({ ...row, variants: fromJson<string[]>(row.variants) }))
}

/** The parents of many flags, each with its child. */
export async function readParentsOf(
  queries: Queries,
  children: readonly string[],
): Promise<(Dependency & { child: string })[]> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .selectAll()
    .where((eb) => inList(eb.ref('child'), children))
    .orderBy('parent')
    .execute()
  return rows.map((row) => ({ ...row, variants: fromJson<string[]>(row.variants) }))
}

/** Makes a flag depend on a parent; a dependency on the same parent is replaced. */
export async function saveDependency(
  queries: Queries,
  child: string,
  { parent, enabled, variants }: Dependency,
): Promise<void> {
  const row = { enabled, variants: toJson(variants) }
  await queries
    .insertInto('feature_dependencies')
    .values({ child, parent, ...row })
    .onConflict((conflict) => conflict.columns(['child', 'parent']).doUpdateSet(row))
    .execute()
}

/** Deletes one parent of a flag, or all. Returns how many there were. */
export async function deleteDependencies(queries: Queries, child: string, parent?: string): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('feature_dependencies')
    .where('child', '=', child)
    .$if(parent !== undefined, (q) => q.where('parent', '=', parent ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Checks whether a flag of the project that is not archived depends on another. */
export async function hasDependencies(queries: Queries, project: string): Promise<boolean> {
  const row = await queries
    .selectFrom('feature_dependencies')
    .innerJoin('features', 'features.name', 'feature_dependencies.child')
    .select('child')
    .where('features.project', '=', project)
    .where('features.archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Reads the possible parents of `child`: unarchived flags of the project without parents of their own. With a
 * text, only those whose name contains it.
 */
export async function readParentOptions(
  queries: Queries,
  project: string,
  child: string,
  { query = '', limit }: { query?: string | undefined; limit?: number | undefined } = {},
): Promise<string[]> {
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .where('name', '!=', child)
    .where('name', 'not in', (eb) => eb.selectFrom('feature_dependencies').select('child'))
    .$if(query !== '', (all) => all.where(contains(sql`lower(name)`, query.toLowerCase())))
    .orderBy('name')
    .$if(limit !== undefined, (all) => all.limit(limit ?? 0))
    .execute()
  return rows.map((row) => row.name)
}

/** The names of the variants that a flag has anywhere: in its environments and on its strategies. */
export async function readVariantNames(queries: Queries, feature: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('feature_environments')
    .select('variants')
    .where('feature_name', '=', feature)
    .unionAll(queries.selectFrom('feature_strategies').select('variants').where('feature_name', '=', feature))
    .execute()
  const names = rows.flatMap((row) => fromJson<{ name: string }[]>(row.variants).map(({ name }) => name))
  return [...new Set(names)].sort((a, b) => a.localeCompare(b))
}
