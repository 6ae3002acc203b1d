import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'

/** A service account as its tables have it: a user of another kind, with one root role. */
export interface StoredServiceAccount {
  id: number
  name: string
  username: string
  rootRole: number
  createdAt: string
}

const accountsOf = (queries: Queries) =>
  queries
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('users.kind', '=', 'service-account')
    .where('user_roles.project', '=', '')
    .select((eb) => [
      'users.id',
      eb.fn.coalesce('users.name', eb.val('')).as('name'),
      eb.fn.coalesce('users.username', eb.val('')).as('username'),
      'user_roles.role_id as rootRole',
      'users.created_at as createdAt',
    ])

/** All service accounts, oldest first. */
export async function readServiceAccounts(queries: Queries): Promise<StoredServiceAccount[]> {
  return accountsOf(queries).orderBy('users.id').execute()
}

/** The service account of an id; a person of that id is none (404). */
export async function requireServiceAccount(queries: Queries, id: number): Promise<StoredServiceAccount> {
  const account = await accountsOf(queries).where('users.id', '=', id).executeTakeFirst()
  if (!account) throw notFound(`Could not find service account with id ${id}`)
  return account
}

export async function renameServiceAccount(queries: Queries, id: number, name: string): Promise<void> {
  await queries.updateTable('users').set({ name }).where('id', '=', id).execute()
}

/** Its roles, its places in groups and its tokens go with it. */
export async function deleteServiceAccountRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('users').where('id', '=', id).where('kind', '=', 'service-account').execute()
}
