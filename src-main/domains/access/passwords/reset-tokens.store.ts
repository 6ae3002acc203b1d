import { createHash } from 'node:crypto'

import type { Queries } from '#store/queries.ts'

/** A link by which a user sets a password; of its secret only the hash is stored. */
export interface StoredResetToken {
  userId: number
  createdBy: string | null
  expiresAt: string
  usedAt: string | null
}

/** 256 random bits need neither salt nor a slow hash. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export async function insertResetToken(
  queries: Queries,
  token: { secret: string; userId: number; createdAt: string; createdBy: string; expiresAt: string },
): Promise<void> {
  await queries
    .insertInto('reset_tokens')
    .values({
      secret_hash: hashOf(token.secret),
      user_id: token.userId,
      created_at: token.createdAt,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

export async function findResetToken(
  queries: Queries,
  secret: string,
): Promise<StoredResetToken | undefined> {
  return queries
    .selectFrom('reset_tokens')
    .select(['user_id as userId', 'created_by as createdBy', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst()
}

export async function setResetTokenUsed(queries: Queries, secret: string, at: string): Promise<void> {
  await queries
    .updateTable('reset_tokens')
    .set({ used_at: at })
    .where('secret_hash', '=', hashOf(secret))
    .execute()
}

/** Ends the links of a user that were not used yet. */
export async function deleteOpenResetTokens(queries: Queries, userId: number): Promise<void> {
  await queries
    .deleteFrom('reset_tokens')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
