import type { Queries } from '#store/queries.ts'

/** A token of a signal endpoint; the secret itself is nowhere kept. */
export interface StoredSignalToken {
  id: number
  name: string
  endpointId: number
  /** SHA-256 of the secret, in hex. */
  secretHash: string
  createdAt: string
  createdByUserId: number
}

const COLUMNS = [
  'id',
  'name',
  'endpoint_id as endpointId',
  'secret_hash as secretHash',
  'created_at as createdAt',
  'created_by_user_id as createdByUserId',
] as const

/** The tokens of all endpoints, oldest first. */
export async function readSignalTokens(queries: Queries): Promise<StoredSignalToken[]> {
  return queries.selectFrom('signal_endpoint_tokens').select(COLUMNS).orderBy('id').execute()
}

export async function readSignalTokensOf(queries: Queries, endpointId: number): Promise<StoredSignalToken[]> {
  return queries
    .selectFrom('signal_endpoint_tokens')
    .select(COLUMNS)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id')
    .execute()
}

export async function insertSignalToken(
  queries: Queries,
  token: Omit<StoredSignalToken, 'id'>,
): Promise<StoredSignalToken> {
  return queries
    .insertInto('signal_endpoint_tokens')
    .values({
      name: token.name,
      endpoint_id: token.endpointId,
      secret_hash: token.secretHash,
      created_at: token.createdAt,
      created_by_user_id: token.createdByUserId,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function renameSignalToken(queries: Queries, id: number, name: string): Promise<void> {
  await queries.updateTable('signal_endpoint_tokens').set({ name }).where('id', '=', id).execute()
}

export async function deleteSignalTokenRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('signal_endpoint_tokens').where('id', '=', id).execute()
}
