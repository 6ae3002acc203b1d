import { validateUserPassword as signedIn } from '#shared/access/contract/passwords.ts'
import { query } from '#kernel/use-case.ts'
import { requireGoodPassword } from '../../records/passwords/new-password.ts'

export const validateUserPassword = query(signedIn, async (_context, { body: { password } }) =>
  requireGoodPassword(password),
)
