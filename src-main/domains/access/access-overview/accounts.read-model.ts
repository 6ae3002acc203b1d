import type { Queries } from '#store/queries.ts'
import { USER_COLUMNS } from '../users/users.store.ts'
import type { StoredUser } from '../users/user.ts'

/** Everybody, people and service accounts, oldest first. */
export async function readAccounts(queries: Queries): Promise<StoredUser[]> {
  return queries.selectFrom('users').select(USER_COLUMNS).orderBy('id').execute()
}

export async function readProjectIds(queries: Queries): Promise<string[]> {
  return (await queries.selectFrom('projects').select('id').orderBy('id').execute()).map(({ id }) => id)
}
