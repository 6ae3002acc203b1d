import { validatePassword as openly } from '#shared/access/contract/passwords.ts'
import { query } from '#kernel/use-case.ts'
import { requireGoodPassword } from '../../records/passwords/new-password.ts'

export const validatePassword = query(openly, async (_context, { body: { password } }) =>
  requireGoodPassword(password),
)
