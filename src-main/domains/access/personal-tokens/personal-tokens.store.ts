import type { Queries } from '#store/queries.ts'

/** A personal access token; the secret itself is nowhere kept. */
export interface StoredPersonalToken {
  id: number
  /** SHA-256 of the secret, in hex. */
  secretHash: string
  description: string
  userId: number
  expiresAt: string
  createdAt: string
  seenAt: string | null
}

const COLUMNS = [
  'id',
  'secret_hash as secretHash',
  'description',
  'user_id as userId',
  'expires_at as expiresAt',
  'created_at as createdAt',
  'seen_at as seenAt',
] as const

/** All tokens of everybody, oldest first. */
export async function readPersonalTokens(queries: Queries): Promise<StoredPersonalToken[]> {
  return queries.selectFrom('personal_access_tokens').select(COLUMNS).orderBy('id').execute()
}

/** The tokens of one user, oldest first. */
export async function readPersonalTokensOf(queries: Queries, userId: number): Promise<StoredPersonalToken[]> {
  return queries
    .selectFrom('personal_access_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function insertPersonalToken(
  queries: Queries,
  token: Omit<StoredPersonalToken, 'id' | 'seenAt'>,
): Promise<StoredPersonalToken> {
  return queries
    .insertInto('personal_access_tokens')
    .values({
      secret_hash: token.secretHash,
      description: token.description,
      user_id: token.userId,
      expires_at: token.expiresAt,
      created_at: token.createdAt,
      seen_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deletePersonalToken(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('personal_access_tokens').where('id', '=', id).execute()
}

/** Notes when tokens were last used. */
export async function writePersonalTokensSeen(
  queries: Queries,
  seen: ReadonlyMap<number, string>,
): Promise<void> {
  for (const [id, at] of seen)
    await queries.updateTable('personal_access_tokens').set({ seen_at: at }).where('id', '=', id).execute()
}
