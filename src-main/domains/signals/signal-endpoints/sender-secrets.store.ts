import { type Sealer, UnreadableSecret } from '#kernel/sealer.ts'
import type { SenderSecret } from '#shared/signals/schemas/signal-endpoint.ts'
import type { Queries } from '#store/queries.ts'

/** Secret that the sender of a token chose itself. */
export interface StoredSenderSecret {
  tokenId: number
  sealed: string
  setAt: string
}

const COLUMNS = [
  'signal_sender_secrets.token_id as tokenId',
  'signal_sender_secrets.sealed',
  'signal_sender_secrets.set_at as setAt',
] as const

export async function readSenderSecrets(queries: Queries): Promise<StoredSenderSecret[]> {
  return queries.selectFrom('signal_sender_secrets').select(COLUMNS).orderBy('token_id').execute()
}

/** Reads the secrets of the tokens of an endpoint, in the order of the tokens. */
export async function readSenderSecretsOf(
  queries: Queries,
  endpointId: number,
): Promise<StoredSenderSecret[]> {
  return queries
    .selectFrom('signal_sender_secrets')
    .innerJoin('signal_endpoint_tokens', 'signal_endpoint_tokens.id', 'signal_sender_secrets.token_id')
    .select(COLUMNS)
    .where('signal_endpoint_tokens.endpoint_id', '=', endpointId)
    .orderBy('signal_sender_secrets.token_id')
    .execute()
}

export async function writeSenderSecret(
  queries: Queries,
  { tokenId, sealed, setAt }: StoredSenderSecret,
): Promise<void> {
  await queries
    .insertInto('signal_sender_secrets')
    .values({ token_id: tokenId, sealed, set_at: setAt })
    .onConflict((conflict) => conflict.column('token_id').doUpdateSet({ sealed, set_at: setAt }))
    .execute()
}

/** Deletes the secret of a token. Returns false if there is none. */
export async function deleteSenderSecretRow(queries: Queries, tokenId: number): Promise<boolean> {
  const deleted = await queries
    .deleteFrom('signal_sender_secrets')
    .where('token_id', '=', tokenId)
    .returning('token_id')
    .executeTakeFirst()
  return deleted !== undefined
}

const PURPOSE = 'signals.sender-secret'

export const sealSenderSecret = (sealer: Pick<Sealer, 'seal'>, secret: string): string =>
  sealer.seal(secret, PURPOSE)

/** Decrypts a secret. Returns undefined if the key is not here. */
export function openSenderSecret(sealer: Pick<Sealer, 'open'>, sealed: string): string | undefined {
  try {
    return sealer.open(sealed, PURPOSE)
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

/** A secret as the API answers it: without itself. */
export const toSenderSecret = (
  sealer: Pick<Sealer, 'open'>,
  { tokenId, sealed, setAt }: StoredSenderSecret,
): SenderSecret => ({ tokenId, setAt, isReadable: openSenderSecret(sealer, sealed) !== undefined })
