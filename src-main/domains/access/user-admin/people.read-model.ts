import { sql } from 'kysely'

import { isLike } from '#store/engines/portable.ts'
import type { Queries } from '#store/queries.ts'
import { USER_COLUMNS } from '../users/users.store.ts'
import type { StoredUser } from '../users/user.ts'

/** A user with the number of the root role held; null: none. */
export type Person = StoredUser & { rootRole: number | null }

const rootRoleOf = sql<number | null>`(
  select min(role_id) from user_roles where user_roles.user_id = users.id and user_roles.project = ''
)`

/** All people, by their numbers; service accounts are listed elsewhere (docs/contract/access.md#service-accounts). */
export async function readPeople(queries: Queries): Promise<Person[]> {
  return queries
    .selectFrom('users')
    .select([...USER_COLUMNS, rootRoleOf.as('rootRole')])
    .where('kind', '=', 'user')
    .orderBy('id')
    .execute()
}

export async function findPerson(queries: Queries, id: number): Promise<Person | undefined> {
  return queries
    .selectFrom('users')
    .select([...USER_COLUMNS, rootRoleOf.as('rootRole')])
    .where('kind', '=', 'user')
    .where('id', '=', id)
    .executeTakeFirst()
}

/** People whose name, user name or e-mail address holds the text, in any letter case. */
export async function searchPeople(queries: Queries, text: string): Promise<StoredUser[]> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('kind', '=', 'user')
    .where((eb) =>
      eb.or((['name', 'username', 'email'] as const).map((column) => isLike(sql.ref(column), pattern))),
    )
    .orderBy('id')
    .execute()
}

/** Everybody who can hold a role: people and service accounts. */
export async function readAccounts(queries: Queries): Promise<StoredUser[]> {
  return queries.selectFrom('users').select(USER_COLUMNS).orderBy('id').execute()
}

export interface ListedGroup {
  id: number
  name: string
  description: string | null
  rootRole: number | null
  userCount: number
}

export async function readGroups(queries: Queries): Promise<ListedGroup[]> {
  return queries
    .selectFrom('groups')
    .select([
      'id',
      'name',
      'description',
      'root_role_id as rootRole',
      sql<number>`(select count(*) from group_users where group_id = groups.id)`.as('userCount'),
    ])
    .orderBy('name')
    .execute()
}
