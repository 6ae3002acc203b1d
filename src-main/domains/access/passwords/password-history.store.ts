import type { Queries } from '#store/queries.ts'

/** The last passwords of a user, newest first: hashes. */
export async function readLastPasswords(queries: Queries, userId: number, count: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.password_hash)
}

/** Adds a password, and forgets those beyond the newest `keep`. */
export async function addToHistory(
  queries: Queries,
  entry: { userId: number; passwordHash: string; createdAt: string },
  keep: number,
): Promise<void> {
  const { userId, passwordHash, createdAt } = entry
  await queries
    .insertInto('password_history')
    .values({ user_id: userId, password_hash: passwordHash, created_at: createdAt })
    .execute()
  await queries
    .deleteFrom('password_history')
    .where('user_id', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('password_history')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute()
}
