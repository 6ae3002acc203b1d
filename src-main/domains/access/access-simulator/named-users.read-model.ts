import type { NamedUser } from '#shared/access/schemas/access-decision.ts'
import type { Queries } from '#store/queries.ts'

/** Everybody, people and service accounts, as far as naming goes; oldest first. */
export async function readNamedUsers(queries: Queries): Promise<NamedUser[]> {
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email', 'kind'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, username, email, kind }) => ({
    id,
    name: name ?? username ?? email ?? String(id),
    ...(username === null ? {} : { username }),
    ...(email === null ? {} : { email }),
    accountType: kind === 'service-account' ? 'Service Account' : 'User',
  }))
}
