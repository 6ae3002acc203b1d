import type { SenderSecret } from '#shared/signals/schemas/signal-endpoint.ts'
import { UnreadableSecret, type Sealer } from '#kernel/sealer.ts'
import type { StoredSenderSecret } from './sender-secrets.store.ts'

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
