import type { Queries } from '#store/queries.ts'

/** Counts the users; service accounts are none. */
export async function countUsers(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow()
  return count
}
