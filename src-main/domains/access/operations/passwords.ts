import { createHash } from 'node:crypto'

import { queueLinkEmail, simulateEmail, type EmailServices } from '#domains/instance/email/queue-email.ts'
import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { SYSTEM, personOf } from '#kernel/caller.ts'
import { TooManyRequests, type Limit, type RateLimiter } from '#runtime/rate-limiter.ts'
import { mutation, type MutationContext, preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/passwords.ts'
import { accountIn, type KnownBrowsers } from '../sessions/known-browsers.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { readRootRoles } from '../access/root-roles.store.ts'
import { preparePassword, requireGoodPassword, storePassword } from '../passwords/new-password.ts'
import { issueResetLink, requireOpenLink } from '../passwords/reset-link.ts'
import { setResetTokenUsed } from '../passwords/reset-tokens.store.ts'
import { requireUnmanaged, type ScimAccess } from '../scim/scim-access.ts'
import { verifyPassword } from '../sessions/password.ts'
import type { SignInLimits } from '../sessions/sign-in-limits.ts'
import { readPasswordSettings } from '../single-sign-on/password-settings.ts'
import { requirePerson } from '../users/require-person.ts'
import { displayNameOf, toActor, type StoredUser } from '../users/user.ts'
import { findUser, findUserByLogin } from '../users/users.store.ts'

/** Finds the user of a password link, for the page that sets the password. */
export const validateToken = ({ access }: { access: AccessDirectory }) =>
  query(contract.validateToken, async (context, { query: { token = '' } }) => {
    const { link, user } = await requireOpenLink(context, token)
    const held = access.facts.assignments.find(
      ({ userId, project }) => userId === user.id && project === undefined,
    )
    const role = (await readRootRoles(context.visible)).find(({ id }) => id === held?.roleId)
    const name = user.name ?? user.username
    return {
      id: user.id,
      ...(name === null ? {} : { name }),
      email: user.email ?? '',
      token,
      createdBy: link.createdBy,
      ...(role ? { role } : {}),
    }
  })

/** Sets a password by a link: the deed of the user whose link it is. Two at once: the second finds the link used. */
export const changePassword = preparedMutation(
  contract.changePassword,
  async (context, { body: { token, password } }) => {
    const { user } = await requireOpenLink(context, token)
    return preparePassword(context.visible, user, password)
  },
  async (context, { body: { token } }, passwordHash) => {
    const { user } = await requireOpenLink(context, token)
    await setResetTokenUsed(context.everything, token, context.now.toISOString())
    await storePassword(context, user, passwordHash, toActor(user))
  },
)

export const validatePassword = query(contract.validatePassword, async (_context, { body: { password } }) =>
  requireGoodPassword(password),
)

const PER_ACCOUNT: Limit = { name: 'reset e-mails to an account', calls: 1, seconds: 60 }

interface Services extends EmailServices {
  knownBrowsers: KnownBrowsers
  limiter: RateLimiter
  scim: ScimAccess
  pagesUrl: () => string
}

/**
 * Sends a link to choose a new password. Answers 200 for every address, known or not: the caller is anonymous and must
 * not learn who has an account. While e-mail is off, no link is made: it would reach nobody.
 */
export const sendResetPasswordEmail = (services: Services) =>
  served(
    preparedMutation(
      contract.sendResetPasswordEmail,
      async (_context, { body: { email } }) => countRequest(services.limiter, email),
      async (context, { body: { email } }) => {
        const { everything, logger } = context
        const found = await findUserByLogin(everything, email)
        const user = found?.kind === 'user' && found.email === email ? found : undefined
        if (services.emailConfig.isEnabled) {
          const { disabled } = await readPasswordSettings(everything)
          if (user && !disabled && mayReset(user, services.scim)) await sendLink(context, user, services)
          else await simulateEmail(context)
        } else if (user)
          logger.warn({ userId: user.id }, 'a user asks for a new password: an Admin has to make the link')
      },
    ),
    { accountOf: (sent) => accountIn(sent, 'email', services.knownBrowsers) },
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

/**
 * Makes a link by which a user sets a new password, and sends it by e-mail where that is on; the password there is stays until then (recorded exchange
 * users/reset-password-link).
 */
export const resetUserPassword = ({ pagesUrl, ...email }: EmailServices & { pagesUrl: () => string }) =>
  mutation(contract.resetUserPassword, async (context, { body }) => {
    const user = await findUserByLogin(context.everything, body.id)
    if (user?.kind !== 'user') throw notFound('No user found')
    const resetPasswordUrl = await issueResetLink(context, user, `${pagesUrl()}/reset-password`)
    await queueLinkEmail(context, email, {
      template: 'reset-password',
      user,
      name: displayNameOf(user),
      link: resetPasswordUrl,
    })
    context.record({
      type: 'reset-password-link-created',
      data: { id: user.id, name: displayNameOf(user) },
    })
    return { resetPasswordUrl }
  })

export const validateUserPassword = query(
  contract.validateUserPassword,
  async (_context, { body: { password } }) => requireGoodPassword(password),
)

/** Sets the password of a user, as an Admin. Users whom SCIM manages sign in at their provider. */
export const changeUserPassword = ({ scim }: { scim: ScimAccess }) =>
  preparedMutation(
    contract.changeUserPassword,
    async ({ visible }, { params: { id }, body: { password } }) => {
      const person = await requirePerson(visible, id)
      requireUnmanaged(scim, person)
      return preparePassword(visible, person, password)
    },
    async (context, { params: { id } }, passwordHash) => {
      const person = await requirePerson(context.everything, id)
      requireUnmanaged(scim, person)
      await storePassword(context, person, passwordHash)
    },
  )

/** Recorded exchange users/own-password-change-wrong-old. */
const WRONG_OLD =
  'The old password you provided is invalid. If you have forgotten your password, visit /forgotten-password or ' +
  'get in touch with your instance administrator.'

/**
 * Sets the caller's own password. Wrong old passwords count as failed sign-ins: a stolen session must not be a way to
 * guess. API tokens have no password (recorded exchange authentication/profile-with-api-token).
 */
export const changeMyPassword = ({ signInLimits }: { signInLimits: SignInLimits }) =>
  preparedMutation<typeof contract.changeMyPassword, { user: StoredUser; passwordHash: string }>(
    contract.changeMyPassword,
    async ({ visible, caller }, { body: { password, confirmPassword, oldPassword = '' } }) => {
      const id = personOf(caller.actor)
      const user = id === undefined ? undefined : await findUser(visible, id)
      if (!user) throw badData('User id is missing in request user object')
      if (password !== confirmPassword)
        throw badData('The two passwords are not the same', '/body/confirmPassword')
      const succeeded = signInLimits.attempt(caller, user.username ?? user.email ?? String(user.id))
      if (!(await verifyPassword(oldPassword, user.passwordHash)))
        throw new AppError('PasswordMismatch', WRONG_OLD)
      succeeded()
      return { user, passwordHash: await preparePassword(visible, user, password) }
    },
    (context, _request, { user, passwordHash }) => storePassword(context, user, passwordHash),
  )
