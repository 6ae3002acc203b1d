import type { Queries } from '#store/queries.ts'

/** Names of all environments, in their order. */
export async function environmentNames(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Checks that there is an environment of this name. */
export async function environmentExists(queries: Queries, name: string): Promise<boolean> {
  const row = await queries
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** Checks that there is a project of this id, archived or not. */
export async function projectExists(queries: Queries, id: string): Promise<boolean> {
  const row = await queries.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Ids of all projects, archived or not. */
export async function readProjectIds(queries: Queries): Promise<string[]> {
  return (await queries.selectFrom('projects').select('id').orderBy('id').execute()).map(({ id }) => id)
}
