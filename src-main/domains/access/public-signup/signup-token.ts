import type { PublicSignupToken } from '#shared/access/schemas/public-signup.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readRootRoles } from '../access/root-roles.store.ts'
import { toUser } from '../users/user.ts'
import {
  findSignupToken,
  readJoined,
  readJoinedUsers,
  type StoredSignupToken,
} from './public-signup.store.ts'

/** An expiry as it is kept: a month from now at the latest (docs/contract/access.md#sign-up-links). */
export function cappedExpiry(wanted: string, now: Date): string {
  const latest = monthAfter(now).toISOString()
  return wanted < latest ? wanted : latest
}

/** The same day of the next month, or its last one where it has no such day. */
function monthAfter(now: Date): Date {
  const next = new Date(now)
  next.setUTCMonth(next.getUTCMonth() + 1)
  // adding a month to 31 January overflows into March: use the last day of February
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0)
  return next
}

/** Throws 404. */
export async function requireSignupToken(queries: Queries, secret: string): Promise<StoredSignupToken> {
  const token = await findSignupToken(queries, secret)
  if (!token) throw notFound('No invite link found')
  return token
}

/**
 * A link by which somebody may join now: one that is unknown, disabled or expired is refused alike (recorded exchange
 * passwords-and-tokens/signup-validate-bad).
 */
export async function requireOpenSignupToken(
  { visible, now }: Pick<QueryContext, 'visible' | 'now'>,
  secret: string,
): Promise<StoredSignupToken> {
  const token = await findSignupToken(visible, secret)
  if (!token?.enabled || token.expiresAt <= now.toISOString())
    throw badData('This invite link is not valid, or no longer', '/params/token')
  return token
}

/** Links as the API answers them, with their roles and those who joined. */
export async function toPublicSignupTokens(
  queries: Queries,
  tokens: readonly StoredSignupToken[],
  pagesUrl: () => string,
): Promise<PublicSignupToken[]> {
  const roles = new Map((await readRootRoles(queries)).map((role) => [role.id, role]))
  const users = new Map((await readJoinedUsers(queries)).map((user) => [user.id, user]))
  const joinedOf = groupRows(await readJoined(queries), ({ secret }) => secret)
  return tokens.flatMap(({ roleId, ...token }) => {
    const role = roles.get(roleId)
    // a foreign key guarantees that the role exists
    if (!role) return []
    return {
      ...token,
      url: `${pagesUrl()}/new-user?invite=${token.secret}`,
      role,
      users: (joinedOf.get(token.secret) ?? []).flatMap(({ userId }) => {
        const user = users.get(userId)
        return user ? [toUser(user)] : []
      }),
    }
  })
}
