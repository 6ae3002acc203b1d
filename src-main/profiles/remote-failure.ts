import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'

import { detail } from '#shared/errors/error-table.ts'
import type { AppError } from '#kernel/app-error.ts'
import { explainFailure } from '#kernel/outbound.ts'
import { RpcFailure } from '#transport/rpc/responder.ts'

/** Makes the failure of a call that a remote instance did not answer as a Halyard does. */
export function failureAt(url: string, cause: unknown): RpcFailure {
  const message =
    cause instanceof SyntaxError
      ? `${url} does not answer as a Halyard does. Check the address.`
      : explainFailure(cause, new URL(url).host)
  return new RpcFailure({
    message,
    code: TRPC_ERROR_CODES_BY_KEY.SERVICE_UNAVAILABLE,
    data: {
      code: 'SERVICE_UNAVAILABLE',
      httpStatus: 503,
      record: { id: '', name: 'StoreUnavailableError', message, details: [detail(message)] },
    },
  })
}

/** Makes a failure of an error of the app, which answers a call in place of the instance. */
export const failureOf = (error: AppError): RpcFailure =>
  failureWith(error.status, error.message, error.toRecord(''))

/** Makes a failure with the error record of a service. */
export function failureWith(httpStatus: number, message: string, record: object): RpcFailure {
  return new RpcFailure({
    message,
    code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST,
    data: { code: 'BAD_REQUEST', httpStatus, record },
  })
}
