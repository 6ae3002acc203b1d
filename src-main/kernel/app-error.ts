import {
  detail,
  ERROR_STATUS,
  type ErrorDetail,
  type ErrorName,
  type ErrorRecord,
} from '#shared/errors/error-table.ts'
import type { SchemaIssue } from '#shared/errors/validation.ts'

interface Extras {
  details?: ErrorDetail[]
  /** Further members of the record, such as the decision behind a permission error. */
  extra?: Record<string, unknown>
  /**
   * Schema findings, present only on validation errors. Other versions of the contract word them differently.
   */
  findings?: readonly SchemaIssue[]
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** Error sent to the client. Its name decides the status (the one table, docs/architecture.md#errors). */
export class AppError extends Error {
  override readonly name: ErrorName
  readonly status: number
  readonly details: ErrorDetail[]
  readonly extra: Record<string, unknown>
  readonly findings: readonly SchemaIssue[]
  readonly headers: Readonly<Record<string, string>>

  constructor(name: ErrorName, message: string, { details, extra, findings, headers, cause }: Extras = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = name
    this.status = ERROR_STATUS[name]
    this.details = details ?? [detail(message)]
    this.extra = extra ?? {}
    this.findings = findings ?? []
    this.headers = headers ?? {}
  }

  /** The body of the answer. */
  toRecord(id: string): ErrorRecord & Record<string, unknown> {
    return { id, name: this.name, message: this.message, details: this.details, ...this.extra }
  }
}

const BAD_DATA = 'Request validation failed: your request body or params contain invalid data'

/** Creates the error for data that breaks a rule of the service (docs/contract/errors.md#texts). */
export function badData(text: string, path?: string): AppError {
  return new AppError('BadDataError', `${BAD_DATA}: ${text}`, { details: [detail(text, path)] })
}

export function notFound(text: string): AppError {
  return new AppError('NotFoundError', text)
}

/**
 * Moves an error's paths from below `from` to below `at`, for an operation's body inside another request.
 * Returns other errors unchanged.
 */
export function relocated(error: unknown, at: string, from = '/body'): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.name, error.message, {
    details: error.details.map(({ message, path }) =>
      detail(message, path?.startsWith(from) ? at + path.slice(from.length) : path),
    ),
    extra: error.extra,
    findings: error.findings,
    headers: error.headers,
    cause: error,
  })
}

/** More than the established limit (docs/contract/limits.md#limits). `resource` is singular: "strategy". */
export function exceedsLimit(resource: string, limit: number): AppError {
  return new AppError(
    'ExceedsLimitError',
    `Failed to create ${resource}. You can't create more than the established limit of ${limit}.`,
  )
}

/** Says in one text what is wrong, and where. */
export const inOneText = ({ message, details }: AppError): string =>
  details.length === 0
    ? message
    : details.map(({ message: text, path }) => (path === undefined ? text : `${path}: ${text}`)).join(' ')
