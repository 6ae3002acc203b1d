import { browserCookie } from '#kernel/cookies.ts'
import { promptsOf } from '#domains/instance/notifications/user-prompts.store.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation, preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/sessions.ts'
import { definitionOf } from '#shared/access/permissions/index.ts'
import type { Grant } from '#shared/access/rules/index.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { signOutLocation } from '../saml/saml-logout.ts'
import type { SamlServices } from '../saml/saml-services.ts'
import { samlAddresses } from '../saml/saml-terms.ts'
import { cookieOfSession, type Pages, toSignedOut, usesHttps } from '../sessions/browser-steps.ts'
import { accountIn, KNOWN_BROWSER_DAYS, type KnownBrowsers } from '../sessions/known-browsers.ts'
import { verifyPassword } from '../sessions/password.ts'
import type { SignInLimits } from '../sessions/sign-in-limits.ts'
import type { SignInLinks } from '../sessions/sign-in-links.ts'
import { startSession, type StartedSession } from '../sessions/start-session.ts'
import { endOwnSessions, type SignInLog } from '../single-sign-on/sign-in-log.ts'
import { readPasswordSettings } from '../single-sign-on/password-settings.ts'
import { readSsoSettings } from '../single-sign-on/sso-settings.ts'
import { toUser, type StoredUser } from '../users/user.ts'
import { findFirstAdmin, findUser, findUserByLogin } from '../users/users.store.ts'

/**
 * A wrong password, a deactivated and an unknown user look alike, in words and in time (recorded exchanges
 * authentication/login-wrong-password and authentication/login-unknown-user).
 */
const MISMATCH =
  'The combination of password and username you provided is invalid. If you have forgotten your password, ' +
  'visit /forgotten-password or get in touch with your instance administrator.'

/** docs/contract/access.md#sso-simple */
const DISABLED = 'Logging in with username/password has been disabled.'

interface LoginServices extends Pages {
  knownBrowsers: KnownBrowsers
  signInLimits: SignInLimits
  signInLog: SignInLog
  maxParallelSessions: number
}

/** Session, with the cookie by which the browser is known again. */
interface SignedIn extends StartedSession {
  browser: string
}

/** Signs in with a password. The login history keeps why it failed; the answer does not say. */
export const login = ({
  knownBrowsers,
  signInLimits,
  signInLog,
  maxParallelSessions,
  ...pages
}: LoginServices) =>
  served(
    preparedMutation<typeof contract.login, StoredUser, SignedIn>(
      contract.login,
      async ({ visible, caller, now }, { body }) => {
        const succeeded = signInLimits.attempt(caller, body.username)
        const failure = { method: 'password', username: body.username, ip: caller.ip, at: now } as const
        if ((await readPasswordSettings(visible)).disabled) {
          await signInLog.noteFailure({ ...failure, failureReason: 'Password sign-in is turned off.' })
          throw new AppError('DisabledError', DISABLED)
        }
        const user = await findUserByLogin(visible, body.username)
        const right = await verifyPassword(body.password, user?.passwordHash ?? null)
        if (!user || !right || user.deactivatedAt !== null) {
          await signInLog.noteFailure({
            ...failure,
            ...(user ? { userId: user.id } : {}),
            failureReason: reasonOf(user, right),
          })
          throw new AppError('PasswordMismatch', MISMATCH)
        }
        succeeded()
        return user
      },
      async (context, { body: { username } }, user) => ({
        ...(await startSession(context, user, { method: 'password', maxParallelSessions })),
        browser: knownBrowsers.remember(context.caller.knownBrowser, username),
      }),
    ),
    {
      accountOf: (sent) => accountIn(sent, 'username', knownBrowsers),
      reply: ({ browser, ...session }, caller) => ({
        status: 200,
        body: {
          ...toUser(session.user),
          deletedSessions: session.deletedSessions,
          activeSessions: session.activeSessions,
        },
        headers: {
          'set-cookie': [
            cookieOfSession(session.secret, pages, caller),
            browserCookie(contract.KNOWN_BROWSER_COOKIE, browser, {
              secure: usesHttps(pages, caller),
              maxAge: KNOWN_BROWSER_DAYS * 24 * 60 * 60,
            }),
          ],
        },
      }),
    },
  )

/** Says in the login history why a sign-in failed. */
function reasonOf(user: StoredUser | undefined, right: boolean): string {
  if (!user) return 'There is no such user.'
  return right ? 'The user is deactivated by SCIM.' : 'Wrong password.'
}

/**
 * Ends all sessions of the caller, in every browser (exchange "Logout"). Returns the page that comes next: that of the
 * identity provider, if its session ends too.
 */
export const logout = ({
  sealer,
  pagesUrl,
  ...pages
}: Pick<SamlServices, 'sealer' | 'pagesUrl' | 'baseUrl'>) =>
  served(
    mutation<typeof contract.logout, { location: string }>(contract.logout, async (context) => {
      const session = await endOwnSessions(context)
      const settings = session ? await readSsoSettings(context.everything, sealer, 'saml') : {}
      return { location: await signOutLocation(settings, samlAddresses(pagesUrl()), session) }
    }),
    { reply: toSignedOut(pages, { 'clear-site-data': '"cookies", "storage"' }) },
  )

/** Answers who the caller is and what the caller may do (docs/contract/access.md#access-overview). */
export const getMe = ({ access }: { access: AccessDirectory }) =>
  served(
    query(contract.getMe, async ({ caller, visible }) => {
      const { actor } = caller
      if (actor.kind === 'admin-token') {
        const user = {
          username: actor.username,
          type: 'admin' as const,
          permissions: ['ADMIN'],
          environment: '*',
          projects: ['*'],
        }
        return { user, permissions: [{ permission: 'ADMIN' }], feedback: [], splash: {} }
      }
      const user = actor.kind === 'user' ? await findUser(visible, actor.id) : undefined
      if (!user) throw new AppError('UnauthorizedError', 'You must log in to use Unleash.')
      return {
        user: toUser(user),
        permissions: access.grantsOf(user.id).flatMap(permissionsOf),
        ...(await promptsOf(visible, user.id)),
      }
    }),
    { headers: () => ({ 'cache-control': 'no-store' }) },
  )

/** A grant as rows of the contract: project permissions of a root role are those in `default`. */
function permissionsOf(grant: Grant): { permission: string; project?: string; environment?: string }[] {
  return grant.permissions.map(({ permission, environment }) => ({
    permission,
    ...(definitionOf(permission).scope === 'root' ? {} : { project: grant.project ?? 'default' }),
    ...(environment === undefined ? {} : { environment }),
  }))
}

/** Signs a browser in by a one-time link, as the first Admin. */
export const redeemSignInLink = ({
  signInLinks,
  maxParallelSessions,
  ...pages
}: {
  signInLinks: SignInLinks
  maxParallelSessions: number
} & Pages) =>
  served(
    mutation<typeof contract.redeemSignInLink, StartedSession>(
      contract.redeemSignInLink,
      async (context, { params }) => {
        if (!(await signInLinks.redeem(context.everything, params.secret, context.now))) {
          throw new AppError(
            'UnauthorizedError',
            'This sign-in link was used already or is too old. Restart the service for a new one.',
          )
        }
        const admin = await findFirstAdmin(context.everything)
        if (!admin) throw new AppError('UnauthorizedError', 'There is no Admin to sign in as.')
        return startSession(context, admin, { method: 'sign-in-link', maxParallelSessions })
      },
    ),
    {
      reply: ({ secret }, caller) => ({
        status: 302,
        headers: { 'set-cookie': cookieOfSession(secret, pages, caller), location: '/' },
      }),
    },
  )
