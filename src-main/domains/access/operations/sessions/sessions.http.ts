import { bind, type Reply } from '../../../../transport/http/bind.ts'
import { endedSessionCookie, sessionCookie } from '../../../../transport/http/cookies.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { toUser } from '../../records/users/user.ts'
import { getMe } from './get-me.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { redeemSignInLink } from './redeem-sign-in-link.ts'
import type { SignInLimits } from '../../records/sessions/sign-in-limits.ts'
import type { SignInLinks } from '../../records/sessions/sign-in-links.ts'
import { SESSION_HOURS, type StartedSession } from '../../records/sessions/start-session.ts'

interface Options {
  access: AccessDirectory
  links: SignInLinks
  limits: SignInLimits
  /** The URL that people reach the pages by; empty: none is configured. */
  baseUrl: string
}

export const sessionsHttp = ({ access, links, limits, baseUrl }: Options) => {
  const secure = baseUrl.startsWith('https:')
  const cookieOf = ({ secret }: StartedSession) => ({
    'set-cookie': sessionCookie(secret, { maxAge: SESSION_HOURS * 60 * 60, secure }),
  })
  return [
    bind(login(limits), {
      reply: (session): Reply => ({
        status: 200,
        body: {
          ...toUser(session.user),
          deletedSessions: session.deletedSessions,
          activeSessions: session.activeSessions,
        },
        headers: cookieOf(session),
      }),
    }),
    bind(redeemSignInLink(links), {
      reply: (session): Reply => ({ status: 302, headers: { ...cookieOf(session), location: '/' } }),
    }),
    bind(logout, {
      reply: (): Reply => ({
        status: 302,
        headers: {
          location: '/signed-out',
          'clear-site-data': '"cookies", "storage"',
          'set-cookie': endedSessionCookie({ secure }),
        },
      }),
    }),
    bind(getMe(access), { headers: () => ({ 'cache-control': 'no-store' }) }),
  ]
}
