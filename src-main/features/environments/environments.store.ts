import type { Queries } from '../../store/queries.ts'

export async function environmentExists(queries: Queries, name: string): Promise<boolean> {
  const row = await queries
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** All environments, in their order. */
export async function environmentNames(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
