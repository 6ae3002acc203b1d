import { createHash } from 'node:crypto'
import { sendResetPasswordEmail as operation } from '#shared/access/contract/passwords.ts'
import { AppError } from '#kernel/app-error.ts'
import { SYSTEM } from '#kernel/caller.ts'
import { TooManyRequests, type Limit, type RateLimiter } from '#kernel/rate-limiter.ts'
import { preparedMutation, type MutationContext } from '#kernel/use-case.ts'
import {
  simulateEmail,
  queueLinkEmail,
  type EmailServices,
} from '#domains/instance/records/email/queue-email.ts'
import { issueResetLink } from '../../records/passwords/reset-link.ts'
import type { ScimAccess } from '../../records/scim/scim-access.ts'
import { readPasswordSettings } from '../../records/single-sign-on/password-settings.ts'
import { displayNameOf, type StoredUser } from '../../records/users/user.ts'
import { findUserByLogin } from '../../records/users/users.store.ts'

const PER_ACCOUNT: Limit = { name: 'reset e-mails to an account', calls: 1, seconds: 60 }

interface Services extends EmailServices {
  limiter: RateLimiter
  scim: ScimAccess
  pagesUrl: () => string
}

/**
 * Sends a link to choose a new password. Answers 200 for every address, known or not: the caller is anonymous and must
 * not learn who has an account. While e-mail is off, no link is made: it would reach nobody.
 */
export const sendResetPasswordEmail = (services: Services) =>
  preparedMutation(
    operation,
    async (_context, { body: { email } }) => countRequest(services.limiter, email),
    async (context, { body: { email } }) => {
      const { queries, logger } = context
      const found = await findUserByLogin(queries, email)
      const user = found?.kind === 'user' && found.email === email ? found : undefined
      if (services.emailConfig.isEnabled) {
        const { disabled } = await readPasswordSettings(queries)
        if (user && !disabled && mayReset(user, services.scim)) await sendLink(context, user, services)
        else await simulateEmail(context)
      } else if (user)
        logger.warn({ userId: user.id }, 'a user asks for a new password: an Admin has to make the link')
    },
  )

/** Users of a SCIM provider sign in there, and deactivated ones nowhere. */
const mayReset = ({ scimId, deactivatedAt }: StoredUser, { setting }: ScimAccess) =>
  deactivatedAt === null && !(setting.enabled && scimId !== null)

/** Earlier links stay valid: anybody can ask for an e-mail, and must not end the link that an Admin has handed out. */
async function sendLink(context: MutationContext, user: StoredUser, services: Services): Promise<void> {
  const link = await issueResetLink(context, user, `${services.pagesUrl()}/reset-password`, {
    keepEarlier: true,
  })
  const name = displayNameOf(user)
  await queueLinkEmail(context, services, {
    template: 'reset-password',
    user,
    name,
    link,
    keepEarlier: true,
  })
  context.record({ type: 'reset-password-link-created', data: { id: user.id, name }, by: SYSTEM })
}

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
