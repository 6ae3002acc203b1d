import type { GroupSync, GroupSyncsOfUser } from '#shared/access/schemas/group-sync.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Ways to sign in, as the login history names them. `session`: a sign-out of whatever began the session. */
export const SIGN_IN_METHODS = ['password', 'oidc', 'saml', 'sign-in-link', 'session'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Longest name and reason that are kept: they may come from anybody. */
const MAX_TEXT = 300

/** Entry of the login history. */
export interface SignIn {
  type?: 'login' | 'logout'
  method: SignInMethod
  username: string
  userId?: number
  /** Absent: it succeeded. */
  failureReason?: string
  ip?: string | undefined
  /** Groups that the sign-in joined and left, with their reasons. Kept as JSON. */
  groupSync?: unknown
  at: Date
}

/** Adds an entry to the login history, in the transaction of the sign-in. Returns its id. */
export async function noteSignIn(queries: Queries, entry: SignIn): Promise<number> {
  const { type = 'login', method, username, userId, failureReason, ip, groupSync, at } = entry
  const { id } = await queries
    .insertInto('sign_ins')
    .values({
      type,
      method,
      username: username.slice(0, MAX_TEXT),
      user_id: userId ?? null,
      successful: failureReason === undefined,
      failure_reason: failureReason?.slice(0, MAX_TEXT) ?? null,
      ip: ip ?? null,
      group_sync: groupSync === undefined ? null : toJson(groupSync),
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lists users who signed in with a method after an entry of the history. */
export async function readSuccessfulUsers(
  queries: Queries,
  method: SignInMethod,
  afterId: number,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('sign_ins')
    .select('user_id')
    .distinct()
    .where('id', '>', afterId)
    .where('method', '=', method)
    .where('type', '=', 'login')
    .where('successful', '=', true)
    .execute()
  return rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))
}

/** Most syncs that are listed. */
const MAX = 50

/** Reads the group syncs of the recent sign-ins of a user, newest first. */
export async function readGroupSyncs(queries: Queries, userId: number): Promise<GroupSyncsOfUser['syncs']> {
  const rows = await queries
    .selectFrom('sign_ins')
    .select(['id', 'created_at', 'method', 'group_sync'])
    .where('user_id', '=', userId)
    .where('group_sync', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ id, created_at, method, group_sync }) => ({
    id,
    at: created_at,
    integration: method === 'saml' ? 'saml' : 'oidc',
    sync: fromJson<GroupSync>(group_sync ?? ''),
  }))
}
