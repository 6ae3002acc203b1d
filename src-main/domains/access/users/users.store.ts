import type { NamedUser } from '#shared/access/schemas/access-decision.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredUser } from './user.ts'

/** The columns of a StoredUser. */
export const USER_COLUMNS = [
  'id',
  'name',
  'username',
  'email',
  'password_hash as passwordHash',
  'login_attempts as loginAttempts',
  'created_at as createdAt',
  'seen_at as seenAt',
  'kind',
  'scim_id as scimId',
  'deactivated_at as deactivatedAt',
] as const

export async function insertUser(
  queries: Queries,
  user: {
    name?: string
    username?: string
    email?: string
    passwordHash?: string
    createdAt: string
    kind?: StoredUser['kind']
  },
): Promise<StoredUser> {
  return queries
    .insertInto('users')
    .values({
      name: user.name ?? null,
      username: user.username ?? null,
      email: user.email ?? null,
      password_hash: user.passwordHash ?? null,
      login_attempts: 0,
      created_at: user.createdAt,
      seen_at: null,
      kind: user.kind ?? 'user',
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function findUser(queries: Queries, id: number): Promise<StoredUser | undefined> {
  return queries.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Finds a user by user name, else by e-mail address: either can be typed into a login. */
export async function findUserByLogin(queries: Queries, login: string): Promise<StoredUser | undefined> {
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where((eb) => eb.or([eb('username', '=', login), eb('email', '=', login)]))
    .orderBy('id')
    .executeTakeFirst()
}

/** The Admin that the window acts as: the first user holding the root role Admin. */
export async function findFirstAdmin(queries: Queries): Promise<StoredUser | undefined> {
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .select('user_roles.user_id')
        .where('roles.name', '=', 'Admin')
        .where('roles.type', '=', 'root'),
    )
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

export async function setPassword(queries: Queries, id: number, passwordHash: string): Promise<void> {
  await queries.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Finds a user by e-mail address, else by user name, in any letter case: the address wins over another's name. */
export async function findUserByAnyLogin(queries: Queries, login: string): Promise<StoredUser | undefined> {
  const lower = login.toLowerCase()
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['email']), '=', lower),
        eb(eb.fn<string>('lower', ['username']), '=', lower),
      ]),
    )
    .orderBy((eb) => eb(eb.fn<string>('lower', ['email']), '=', lower), 'desc')
    .orderBy('id')
    .executeTakeFirst()
}

/** Notes a successful sign-in: failed attempts are counted anew. */
export async function recordSignIn(queries: Queries, id: number, at: string): Promise<void> {
  await queries.updateTable('users').set({ seen_at: at, login_attempts: 0 }).where('id', '=', id).execute()
}

/** Counts a failed sign-in of a user. */
export async function countFailedAttempt(queries: Queries, id: number): Promise<void> {
  await queries
    .updateTable('users')
    .set((eb) => ({ login_attempts: eb('login_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Checks whether a login is taken. User names and e-mail addresses share one namespace, in any letter case.
 */
export async function isLoginTaken(queries: Queries, login: string, besides?: number): Promise<boolean> {
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['username']), '=', eb.fn<string>('lower', [eb.val(login)])),
        eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(login)])),
      ]),
    )
    .where('id', '!=', besides ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds which of the given users are people, not service accounts. */
export async function findPeople(queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queries
    .selectFrom('users')
    .select('id')
    .where('kind', '=', 'user')
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

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

/** Everybody, people and service accounts, oldest first. */
export async function readAccounts(queries: Queries): Promise<StoredUser[]> {
  return queries.selectFrom('users').select(USER_COLUMNS).orderBy('id').execute()
}
