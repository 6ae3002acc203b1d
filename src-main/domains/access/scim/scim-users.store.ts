import { sql, type Expression, type SqlBool } from 'kysely'

import type { Queries } from '#store/queries.ts'
import type { FilterColumn, FilterColumns } from './scim-condition.store.ts'
import type { ScimUserContent, StoredScimUser } from './scim-user.ts'

const email = sql`users.email`
const name = { sql: sql`users.name`, type: 'text' } as const

/** Columns of users by the attributes that filters name. */
export const USER_FILTER_COLUMNS: FilterColumns = new Map<string, FilterColumn>([
  ['id', { sql: sql`('user-' || users.id)`, type: 'exact' }],
  ['externalid', { sql: sql`scim_users.external_id`, type: 'exact' }],
  ['username', { sql: sql`coalesce(users.username, users.email)`, type: 'text' }],
  ['displayname', name],
  ['name.formatted', name],
  ['name.givenname', { sql: sql`scim_users.given_name`, type: 'text' }],
  ['name.familyname', { sql: sql`scim_users.family_name`, type: 'text' }],
  ['emails', { sql: email, type: 'text' }],
  ['emails.value', { sql: email, type: 'text' }],
  ['emails.type', { sql: sql`case when ${email} is not null then 'work' end`, type: 'text' }],
  ['emails.primary', { sql: sql`case when ${email} is not null then 1 end`, type: 'boolean' }],
  ['active', { sql: sql`(users.deactivated_at is null)`, type: 'boolean' }],
  ['meta.created', { sql: sql`users.created_at`, type: 'instant' }],
  ['meta.lastmodified', { sql: sql`coalesce(scim_users.updated_at, users.created_at)`, type: 'instant' }],
])

const people = (queries: Queries) =>
  queries
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
    .where('users.kind', '=', 'user')

/** Counts the people whom a condition matches. */
export async function countScimUsers(queries: Queries, where?: Expression<SqlBool>): Promise<number> {
  const { n } = await (where ? people(queries).where(where) : people(queries))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Reads a page of the people whom a condition matches, by their numbers. */
export async function readScimUsers(
  queries: Queries,
  where: Expression<SqlBool> | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredScimUser[]> {
  const query = where ? people(queries).where(where) : people(queries)
  const rows = await query
    .select([
      'users.id',
      sql<string>`coalesce(users.username, users.email, '')`.as('userName'),
      'users.name',
      'users.email',
      'users.scim_id as scimId',
      'users.deactivated_at as deactivatedAt',
      'users.created_at as createdAt',
      'scim_users.external_id as externalId',
      'scim_users.given_name as givenName',
      'scim_users.family_name as familyName',
      sql<string>`coalesce(scim_users.updated_at, users.created_at)`.as('updatedAt'),
    ])
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ deactivatedAt, ...row }) => ({ ...row, isActive: deactivatedAt === null }))
}

export async function findScimUser(queries: Queries, id: number): Promise<StoredScimUser | undefined> {
  return (await readScimUsers(queries, sql<SqlBool>`users.id = ${id}`, { offset: 0, limit: 1 }))[0]
}

/** Writes the attributes that SCIM sets. */
export async function writeScimUser(
  queries: Queries,
  id: number,
  content: ScimUserContent,
  { scimId, deactivatedAt, at }: { scimId: string; deactivatedAt: string | null; at: string },
): Promise<void> {
  const { userName, name: displayName, email: address, givenName, familyName, externalId } = content
  await queries
    .updateTable('users')
    .set({
      username: userName,
      name: displayName,
      email: address,
      scim_id: scimId,
      deactivated_at: deactivatedAt,
    })
    .where('id', '=', id)
    .execute()
  const attributes = {
    external_id: externalId,
    given_name: givenName,
    family_name: familyName,
    updated_at: at,
  }
  await queries
    .insertInto('scim_users')
    .values({ user_id: id, ...attributes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(attributes))
    .execute()
}

/** Counts the users and groups that SCIM manages. */
export async function countManaged(queries: Queries): Promise<{ users: number; groups: number }> {
  const { users, groups } = await queries
    .selectNoFrom([
      sql<number>`(select count(*) from users where scim_id is not null)`.as('users'),
      sql<number>`(select count(*) from groups where scim_id is not null)`.as('groups'),
    ])
    .executeTakeFirstOrThrow()
  return { users: Number(users), groups: Number(groups) }
}
