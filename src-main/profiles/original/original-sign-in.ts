import type { RemoteCredentials, TokenCredentials } from '#shared/desktop/profiles.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { askWhoOneIs, atField } from '../ask-who-one-is.ts'
import { connectToOriginal } from './original-connection.ts'

/** Checks a token at an Unleash-compatible service. Throws an AppError that names the field at fault. */
export async function signInToOriginal(
  url: string,
  credentials: RemoteCredentials,
  outbound: Outbound,
): Promise<TokenCredentials> {
  if (credentials.kind !== 'token')
    throw atField('credentials/kind', 'This service needs a token. A password is for a Halyard.')
  const { token } = credentials
  await askWhoOneIs(connectToOriginal({ url, outbound, token: () => token }))
  return credentials
}
