import { lt } from 'semver'

import { AppError } from '#kernel/app-error.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Operation } from '#shared/contract/index.ts'
import { formerErrorRecord } from '#shared/errors/former-record.ts'
import { ownValue } from '#shared/own-value.ts'

interface Coded {
  code?: unknown
  statusCode?: unknown
}

/** Sent while the database is away: the connections are looked after by themselves. */
const RETRY = { headers: { 'retry-after': '5' } } as const

/** Errors of the framework and the store, mapped to the contract's errors. */
const BY_CODE: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PayloadTooLargeError', 'request entity too large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('BadDataError', 'request size did not match content length'),
  FST_ERR_BAD_URL: () => new AppError('BadDataError', 'The path is not a valid URL'),
  STORE_FULL: () => new AppError('StoreFullError', 'The disk is full: nothing was changed. Reading goes on.'),
  STORE_UNAVAILABLE: () =>
    new AppError(
      'StoreUnavailableError',
      'The data folder takes no writes: nothing was changed. Reading goes on.',
    ),
  DATABASE_UNAVAILABLE: () =>
    new AppError(
      'StoreUnavailableError',
      'The database cannot be reached, or is too busy: nothing was changed. Try again.',
      RETRY,
    ),
  WRITES_HELD: () =>
    new AppError(
      'StoreUnavailableError',
      'The data is being moved to another database: nothing was changed. Try again when the move has ended.',
      RETRY,
    ),
  // no 503: proxies repeat those
  COMMIT_UNKNOWN: () =>
    new AppError(
      'OutcomeUnknownError',
      'The connection to the database was lost while the change was committed. It may have happened: look before you try again.',
    ),
  UNSTORABLE_VALUE: () =>
    new AppError(
      'BadDataError',
      'The request has a value that cannot be stored, such as a number beyond 64 bits: nothing was changed. Correct it.',
    ),
  NO_BACKUPS: () =>
    new AppError(
      'OperationDeniedError',
      'The data is in PostgreSQL, which Halyard does not back up. Use pg_dump, or the backups of the server.',
    ),
  DAMAGED_FILE: () =>
    new AppError(
      'StoreUnavailableError',
      'The database is damaged. Nothing is written any more; restart Halyard to restore a backup.',
    ),
}

/**
 * Converts an error to an AppError. An unexpected error becomes an InternalError with a generic text. Its
 * cause is logged with the id that the client gets, and never sent.
 */
export function toAppError(error: unknown, logger: Logger, id: string): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as Coded
  const known = typeof code === 'string' ? ownValue(BY_CODE, code)?.() : undefined
  if (known) {
    if (known.status >= 500) logger.error({ err: error, errorId: id }, known.message)
    return known
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('BadDataError', 'The request is not valid HTTP')
  logger.error({ err: error, errorId: id }, 'unforeseen error')
  return new AppError('InternalError', `Something went wrong. The log says more under ${id}.`, {
    cause: error,
  })
}

const RECORD_SINCE = '5.0.0'

/**
 * Builds the body of an error response, in the form of the version of the contract (document, "Errors", 1 and
 * 2; docs/architecture.md#errors).
 */
export function errorBody(
  refusal: AppError,
  { id, contract, operation }: { id: string; contract: string; operation?: Operation | undefined },
): object {
  const isOfSchema = refusal.name === 'ValidationError' && refusal.findings.length > 0
  if (!isOfSchema || !lt(contract, RECORD_SINCE)) return refusal.toRecord(id)
  return formerErrorRecord(refusal.findings, operation?.body.meta()?.id)
}
