import { detail } from '#shared/errors/error-table.ts'
import { problemsOfPassword } from '#shared/access/passwords/password-rule.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { deleteSessionsOf } from '../sessions/sessions.store.ts'
import { hashPassword, verifyPassword } from '../sessions/password.ts'
import { displayNameOf, type StoredUser } from '../users/user.ts'
import { setPassword } from '../users/users.store.ts'
import { addToHistory, readLastPasswords } from './password-history.store.ts'
import { deleteOpenResetTokens } from './reset-tokens.store.ts'

/** Number of former passwords that cannot be used again (docs/contract/access.md#passwords). */
const HISTORY = 5

/**
 * Throws 400 with all that is wrong with a password; the first of it is the message (recorded exchange
 * users/validate-password-weak).
 */
export function requireGoodPassword(password: string): void {
  const validationErrors = problemsOfPassword(password)
  const [message] = validationErrors
  if (message === undefined) return
  throw new AppError('OwaspValidationError', message, {
    details: [{ ...detail(message, '/body/password'), validationErrors }],
  })
}

/** The hash of a password that the user may have: good, and none of the last ones. Slow: before the transaction. */
export async function preparePassword(queries: Queries, user: StoredUser, password: string): Promise<string> {
  requireGoodPassword(password)
  const last = await readLastPasswords(queries, user.id, HISTORY)
  // the first Admin's password came from the settings and is not in the history
  const known = new Set([...(user.passwordHash === null ? [] : [user.passwordHash]), ...last])
  for (const hash of known) {
    if (await verifyPassword(password, hash))
      throw new AppError(
        'PasswordPreviouslyUsedError',
        `You have used this password before. Choose one that is not among your last ${HISTORY}.`,
      )
  }
  return hashPassword(password)
}

/** Sets a password: whoever is signed in as this user is signed out, and links that are still open end. */
export async function storePassword(
  context: MutationContext,
  user: StoredUser,
  passwordHash: string,
  by?: Actor,
): Promise<void> {
  const { everything } = context
  await setPassword(everything, user.id, passwordHash)
  await rememberPassword(context, user.id, passwordHash)
  await deleteSessionsOf(everything, user.id)
  await deleteOpenResetTokens(everything, user.id)
  context.record({
    type: 'user-password-changed',
    data: { id: user.id, name: displayNameOf(user) },
    ...(by ? { by } : {}),
  })
}

/** Notes a password that a user has from now on. */
export async function rememberPassword(
  { everything, now }: MutationContext,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await addToHistory(everything, { userId, passwordHash, createdAt: now.toISOString() }, HISTORY)
}
