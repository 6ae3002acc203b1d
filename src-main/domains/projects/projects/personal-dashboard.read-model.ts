import type { Queries } from '#store/queries.ts'

const SHOWN = 100

/** The flags that somebody created and that are not archived, the newest first. */
export async function readFlagsOf(
  queries: Queries,
  user: number,
): Promise<{ name: string; type: string; project: string }[]> {
  return queries
    .selectFrom('features')
    .select(['name', 'type', 'project'])
    .where('created_by_user_id', '=', user)
    .where('archived_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .limit(SHOWN)
    .execute()
}

/** Everybody who can sign in. */
export async function readPeople(queries: Queries) {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email'])
    .where('kind', '=', 'user')
    .orderBy('id')
    .execute()
}
