import { createHash } from 'node:crypto'
import { sendResetPasswordEmail as operation } from '../../../../../src-shared/access/contract/passwords.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { TooManyRequests, type Limit, type RateLimiter } from '../../../../kernel/rate-limiter.ts'
import { query } from '../../../../kernel/use-case.ts'
import { findUserByLogin } from '../../records/users/users.store.ts'

const PER_ACCOUNT: Limit = { name: 'reset e-mails to an account', calls: 1, seconds: 60 }

/**
 * Answers 200 for every address, known or not: the caller is anonymous and must not learn who has an account. There is no
 * mail server, so nothing is sent. No link is made either: it would reach nobody, and end the one that an Admin may just
 * have handed out.
 */
export const sendResetPasswordEmail = ({ limiter }: { limiter: RateLimiter }) =>
  query(operation, async ({ queries, logger }, { body: { email } }) => {
    countRequest(limiter, email)
    const user = await findUserByLogin(queries, email)
    if (user?.kind === 'user' && user.email === email)
      logger.warn({ userId: user.id }, 'a user asks for a new password: an Admin has to make the link')
  })

function countRequest(limiter: RateLimiter, email: string): void {
  try {
    limiter.count(PER_ACCOUNT, createHash('sha256').update(email.trim().toLowerCase()).digest('base64'))
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    throw new AppError(
      'RateLimitError',
      'A new password was asked for at this address less than a minute ago. Wait a minute, then try again.',
      { headers: error.headers, cause: error },
    )
  }
}
