import type { Queries } from '#store/queries.ts'

/** Makes a flag a favourite of a user; whether it was none. */
export async function saveFavoriteFeature(queries: Queries, user: number, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('favorite_features')
    .values({ user_id: user, feature_name: name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteFavoriteFeature(queries: Queries, user: number, name: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('favorite_features')
    .where('user_id', '=', user)
    .where('feature_name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function saveFavoriteProject(queries: Queries, user: number, project: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('favorite_projects')
    .values({ user_id: user, project })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteFavoriteProject(
  queries: Queries,
  user: number,
  project: string,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('favorite_projects')
    .where('user_id', '=', user)
    .where('project', '=', project)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
