import { type Sealer, UnreadableSecret } from '#kernel/sealer.ts'
import type { SenderScheme, SenderSecret } from '#shared/signals/schemas/sender.ts'
import type { Queries } from '#store/queries.ts'

/** Secret that the sender of a token chose itself. */
export interface StoredSenderSecret {
  id: number
  tokenId: number
  scheme: SenderScheme
  sealed: string
  setAt: string
  /** End of a secret that another one replaces; null: it has none. */
  until: string | null
}

const COLUMNS = [
  'signal_sender_secrets.id',
  'signal_sender_secrets.token_id as tokenId',
  'signal_sender_secrets.scheme',
  'signal_sender_secrets.sealed',
  'signal_sender_secrets.set_at as setAt',
  'signal_sender_secrets.until',
] as const

export async function readSenderSecrets(queries: Queries): Promise<StoredSenderSecret[]> {
  return queries.selectFrom('signal_sender_secrets').select(COLUMNS).orderBy('id').execute()
}

/** Reads the secrets of the tokens of an endpoint that count, in the order of the tokens: of each the newest first. */
export async function readSenderSecretsOf(
  queries: Queries,
  endpointId: number,
  now: Date,
): Promise<StoredSenderSecret[]> {
  const stored = await queries
    .selectFrom('signal_sender_secrets')
    .innerJoin('signal_endpoint_tokens', 'signal_endpoint_tokens.id', 'signal_sender_secrets.token_id')
    .select(COLUMNS)
    .where('signal_endpoint_tokens.endpoint_id', '=', endpointId)
    .orderBy('signal_sender_secrets.token_id')
    .orderBy('signal_sender_secrets.id', 'desc')
    .execute()
  return stored.filter((one) => countsAt(one, now))
}

/** Checks that a secret still counts. */
export const countsAt = ({ until }: Pick<StoredSenderSecret, 'until'>, now: Date): boolean =>
  until === null || until > now.toISOString()

/** Inserts the secret of a token. The one that counted so far ends at `formerUntil`; null: at once. */
export async function writeSenderSecret(
  queries: Queries,
  secret: Omit<StoredSenderSecret, 'id' | 'until'>,
  formerUntil: string | null,
): Promise<StoredSenderSecret> {
  const { tokenId, scheme, sealed, setAt } = secret
  if (formerUntil === null) await deleteSenderSecretRows(queries, tokenId)
  else {
    await queries
      .deleteFrom('signal_sender_secrets')
      .where('token_id', '=', tokenId)
      .where('until', '<=', setAt)
      .execute()
    await queries
      .updateTable('signal_sender_secrets')
      .set({ until: formerUntil })
      .where('token_id', '=', tokenId)
      .where('until', 'is', null)
      .execute()
  }
  const { id } = await queries
    .insertInto('signal_sender_secrets')
    .values({ token_id: tokenId, scheme, sealed, set_at: setAt, until: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, tokenId, scheme, sealed, setAt, until: null }
}

/** Deletes the secrets of a token, or the former ones only. Returns false if there are none. */
export async function deleteSenderSecretRows(
  queries: Queries,
  tokenId: number,
  { former = false } = {},
): Promise<boolean> {
  const deleted = await queries
    .deleteFrom('signal_sender_secrets')
    .where('token_id', '=', tokenId)
    .$if(former, (q) => q.where('until', 'is not', null))
    .returning('id')
    .execute()
  return deleted.length > 0
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
  { id, tokenId, scheme, sealed, setAt, until }: StoredSenderSecret,
): SenderSecret => ({
  id,
  tokenId,
  scheme,
  setAt,
  until,
  isReadable: openSenderSecret(sealer, sealed) !== undefined,
})
