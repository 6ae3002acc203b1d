import type { Queries } from '#store/queries.ts'
import { USER_COLUMNS } from '../users/users.store.ts'
import type { StoredUser } from '../users/user.ts'

/**
 * Invite link. Its secret is stored in plain text, because the contract lists the link as often as an Admin
 * requests it.
 */
export interface StoredSignupToken {
  secret: string
  name: string
  enabled: boolean
  expiresAt: string
  createdAt: string
  createdBy: string | null
  roleId: number
}

const COLUMNS = [
  'secret',
  'name',
  'enabled',
  'expires_at as expiresAt',
  'created_at as createdAt',
  'created_by as createdBy',
  'role_id as roleId',
] as const

/** All links, newest first. */
export async function readSignupTokens(queries: Queries): Promise<StoredSignupToken[]> {
  return queries
    .selectFrom('public_signup_tokens')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('secret')
    .execute()
}

export async function findSignupToken(
  queries: Queries,
  secret: string,
): Promise<StoredSignupToken | undefined> {
  return queries
    .selectFrom('public_signup_tokens')
    .select(COLUMNS)
    .where('secret', '=', secret)
    .executeTakeFirst()
}

export async function insertSignupToken(queries: Queries, token: StoredSignupToken): Promise<void> {
  await queries
    .insertInto('public_signup_tokens')
    .values({
      secret: token.secret,
      name: token.name,
      enabled: token.enabled,
      expires_at: token.expiresAt,
      created_at: token.createdAt,
      created_by: token.createdBy,
      role_id: token.roleId,
    })
    .execute()
}

export async function updateSignupToken(
  queries: Queries,
  { secret, enabled, expiresAt }: Pick<StoredSignupToken, 'secret' | 'enabled' | 'expiresAt'>,
): Promise<void> {
  await queries
    .updateTable('public_signup_tokens')
    .set({ enabled, expires_at: expiresAt })
    .where('secret', '=', secret)
    .execute()
}

/** Records that a user joined by a link. */
export async function insertSignupTokenUser(
  queries: Queries,
  entry: { secret: string; userId: number; createdAt: string },
): Promise<void> {
  await queries
    .insertInto('public_signup_token_users')
    .values({ secret: entry.secret, user_id: entry.userId, created_at: entry.createdAt })
    .execute()
}

/** Reads which user joined by which link, in the order of joining. */
export async function readJoined(queries: Queries): Promise<{ secret: string; userId: number }[]> {
  return queries
    .selectFrom('public_signup_token_users')
    .select(['secret', 'user_id as userId'])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

/** Reads the users who joined by any link. */
export async function readJoinedUsers(queries: Queries): Promise<StoredUser[]> {
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', 'in', (eb) => eb.selectFrom('public_signup_token_users').select('user_id'))
    .execute()
}
