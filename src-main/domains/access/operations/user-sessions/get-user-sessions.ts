import { getUserSessions as all } from '#shared/access/contract/user-sessions.ts'
import { query } from '#kernel/use-case.ts'
import { browserOf, deviceTypeOf } from '../../records/user-sessions/user-agent.ts'
import { readLiveSessions } from '../../records/user-sessions/user-sessions.store.ts'

/** Lists open sessions. The id is the stored one: the hash of a secret that only the browser has. */
export const getUserSessions = query(all, async ({ queries, now, caller }, { query: { userId } }) => {
  const sessions = await readLiveSessions(queries, now.toISOString(), userId)
  return {
    sessions: sessions.map(({ userAgent, expiresAt, name: _name, ...session }) => ({
      ...session,
      browser: browserOf(userAgent),
      deviceType: deviceTypeOf(userAgent),
      expiredAt: expiresAt,
      current: session.id === caller.session,
    })),
  }
})
