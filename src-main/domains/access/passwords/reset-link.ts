import { AppError } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { requirePerson } from '../users/require-person.ts'
import type { StoredUser } from '../users/user.ts'
import {
  deleteOpenResetTokens,
  findResetToken,
  insertResetToken,
  type StoredResetToken,
} from './reset-tokens.store.ts'

const SECRET_BYTES = 32
const VALID_HOURS = 24

/**
 * Makes a link to `page` by which the user sets a password; the user's earlier links end, unless `keepEarlier`. It is shown
 * this once.
 */
export async function issueResetLink(
  { everything, ids, now, caller }: MutationContext,
  user: StoredUser,
  page: string,
  { keepEarlier = false } = {},
): Promise<string> {
  if (!keepEarlier) await deleteOpenResetTokens(everything, user.id)
  const secret = ids.hex(SECRET_BYTES)
  const expiresAt = new Date(now.getTime() + VALID_HOURS * 3_600_000).toISOString()
  await insertResetToken(everything, {
    secret,
    userId: user.id,
    createdAt: now.toISOString(),
    createdBy: nameOf(caller.actor),
    expiresAt,
  })
  return `${page}?token=${secret}`
}

/**
 * The link and its user while it is good; else throws 401 or, once it was used, 403
 * (docs/contract/access.md#passwords).
 */
export async function requireOpenLink(
  { visible, now }: Pick<QueryContext, 'visible' | 'now'>,
  secret: string,
): Promise<{ link: StoredResetToken; user: StoredUser }> {
  const link = await findResetToken(visible, secret)
  if (link && link.usedAt !== null) throw new AppError('UsedTokenError', 'Token was already used')
  if (!link || link.expiresAt <= now.toISOString())
    throw new AppError('InvalidTokenError', 'Token was not valid')
  return { link, user: await requirePerson(visible, link.userId) }
}
