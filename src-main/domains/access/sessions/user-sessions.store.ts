import type { Queries } from '#store/queries.ts'

/** A session with whose it is. */
export interface ListedSession {
  id: string
  userId: number
  username: string | null
  email: string | null
  name: string | null
  ip: string | null
  userAgent: string | null
  createdAt: string
  expiresAt: string
}

const sessions = (queries: Queries) =>
  queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id_hash as id',
      'sessions.user_id as userId',
      'users.username',
      'users.email',
      'users.name',
      'sessions.ip',
      'sessions.user_agent as userAgent',
      'sessions.created_at as createdAt',
      'sessions.expires_at as expiresAt',
    ])

/** The sessions that have not expired, newest first. */
export async function readLiveSessions(
  queries: Queries,
  now: string,
  userId?: number,
): Promise<ListedSession[]> {
  const live = sessions(queries)
    .where('sessions.expires_at', '>', now)
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id_hash')
  return (userId === undefined ? live : live.where('sessions.user_id', '=', userId)).execute()
}

export async function findListedSession(queries: Queries, id: string): Promise<ListedSession | undefined> {
  return sessions(queries).where('sessions.id_hash', '=', id).executeTakeFirst()
}

export async function deleteSession(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('sessions').where('id_hash', '=', id).execute()
}
