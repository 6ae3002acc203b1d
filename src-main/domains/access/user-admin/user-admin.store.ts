import type { Queries } from '#store/queries.ts'

/** Writes what is given of a user; what is not stays. */
export async function updateUserRow(
  queries: Queries,
  id: number,
  changes: { name?: string | null; email?: string | null },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await queries.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Deletes a user; sessions, roles, memberships, tokens and favourites go with the row. */
export async function deleteUserRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('users').where('id', '=', id).execute()
}
