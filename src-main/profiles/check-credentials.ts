import type { RemoteCredentials, TokenCredentials } from '#shared/desktop/profiles.ts'
import { detail } from '#shared/errors/error-table.ts'
import { unpackAnswer } from '#shared/rpc/rpc-transformer.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { RpcFailure, type RpcResponder } from '#transport/rpc/responder.ts'
import { connectToOriginal } from './original/original-connection.ts'

/**
 * Checks credentials by asking a service whose they are. Throws an AppError at the field at fault: tells a wrong token from a
 * wrong address.
 */
export async function checkCredentials(connection: RpcResponder): Promise<void> {
  let answer: unknown
  try {
    const { signal } = new AbortController()
    answer = await connection.answer({ path: 'getMe', type: 'query', input: {}, signal })
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    const { httpStatus } = error.shape.data as { httpStatus?: number }
    throw httpStatus === 401 || httpStatus === 403
      ? atField('credentials/token', 'It does not accept this token. It needs a personal access token.')
      : atField('url', error.shape.message)
  }
  const me = unpackAnswer(answer)
  // other services answer anything with some JSON
  if (typeof me !== 'object' || me === null || !('user' in me) || !me.user)
    throw atField('url', 'It does not say who you are there. Check the address.')
}

/** An error of one field of the credentials or of the address. */
export const atField = (field: string, message: string): AppError =>
  new AppError('BadDataError', message, { details: [detail(message, `/body/${field}`)] })

/** Checks a token at an Unleash-compatible service. Throws an AppError that names the field at fault. */
export async function signInToOriginal(
  url: string,
  credentials: RemoteCredentials,
  outbound: Outbound,
): Promise<TokenCredentials> {
  if (credentials.kind !== 'token')
    throw atField('credentials/kind', 'This service needs a token. A password is for a Halyard.')
  const { token } = credentials
  await checkCredentials(connectToOriginal({ url, outbound, token: () => token }))
  return credentials
}
