import { SESSION_COOKIE } from '../../../src-shared/contract/sessions.ts'
import { bind, type Reply } from '../../transport/http/bind.ts'
import type { AccessDirectory } from '../access/index.ts'
import { toUser } from '../users/index.ts'
import { getMe } from './get-me.use-case.ts'
import { login } from './login.use-case.ts'
import { logout } from './logout.use-case.ts'
import { redeemSignInLink } from './redeem-sign-in-link.use-case.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { SignInLinks } from './sign-in-links.ts'
import { SESSION_HOURS, type StartedSession } from './start-session.ts'

export const sessionsHttp = (access: AccessDirectory, links: SignInLinks, limits: SignInLimits) => [
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
        'set-cookie': `${SESSION_COOKIE}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`,
      },
    }),
  }),
  bind(getMe(access), { headers: () => ({ 'cache-control': 'no-store' }) }),
]

function cookieOf({ secret }: StartedSession): Record<string, string> {
  return {
    'set-cookie': `${SESSION_COOKIE}=${secret}; Path=/; Max-Age=${SESSION_HOURS * 60 * 60}; HttpOnly; SameSite=Lax`,
  }
}
