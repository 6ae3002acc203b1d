import type { RemoteProblem } from '#shared/transfer/schemas/remote.ts'
import { CertificateError } from '#kernel/network/certificate-error.ts'
import { ProxyError } from '#kernel/network/proxies.ts'
import { AnswerTooLarge, codeOfFailure } from '#kernel/outbound.ts'

/** A remote does not answer, or not as it should; the text says why in plain words. */
export class RemoteError extends Error {
  readonly problem: RemoteProblem

  constructor(code: RemoteProblem['code'], text: string, options?: ErrorOptions) {
    super(text, options)
    this.problem = { code, text }
  }
}

/** Builds the error for a status other than 200. */
export function problemOfStatus(status: number, path: string): RemoteError | undefined {
  if (status === 200) return undefined
  if (status === 401) return new RemoteError('wrong-token', 'It does not know the token (401).')
  if (status === 403)
    return new RemoteError(
      'no-rights',
      `The token may not do this (403 at ${path}). Use an admin token, or a personal access token of an Admin.`,
    )
  if (status === 404)
    return new RemoteError('not-found', `It has no ${path} (404): too old, or no such service at this URL.`)
  if (status >= 300 && status < 400)
    return new RemoteError('redirected', `It redirects elsewhere (${status}); the token is not sent there.`)
  return new RemoteError('failed', `It answers ${status} at ${path}.`)
}

const TLS = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|EPROTO/

/** Builds the error for a request without a response. */
export function problemOfFailure(error: unknown, host: string): RemoteError {
  if (error instanceof RemoteError) return error
  if (error instanceof AnswerTooLarge) return new RemoteError('too-large', error.message, { cause: error })
  if (error instanceof CertificateError)
    return new RemoteError('tls', `${error.message} No token was sent.`, { cause: error })
  if (error instanceof ProxyError) return new RemoteError('proxy', error.message, { cause: error })
  if (error instanceof Error && error.name === 'TimeoutError')
    return new RemoteError('timeout', `${host} did not answer in time.`, { cause: error })
  const code = codeOfFailure(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new RemoteError('no-such-host', `There is no host ${host}, or its name cannot be looked up now.`, {
      cause: error,
    })
  if (code === 'ECONNREFUSED')
    return new RemoteError('refused', `Nothing listens at ${host}: the connection was refused.`, {
      cause: error,
    })
  if (TLS.test(code))
    return new RemoteError(
      'tls',
      `The connection to ${host} is not secure (${code}), so no token was sent.`,
      {
        cause: error,
      },
    )
  if (code === 'ETIMEDOUT')
    return new RemoteError('timeout', `${host} did not answer in time.`, { cause: error })
  return new RemoteError('unreachable', `${host} cannot be reached${code ? ` (${code})` : ''}.`, {
    cause: error,
  })
}
