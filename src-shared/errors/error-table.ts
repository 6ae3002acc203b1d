/**
 * Error names with their statuses: the one table (docs/contract/errors.md#names, docs/architecture.md#errors).
 * `ValidationError`: the request does not match its schema. `BadDataError`: the request breaks a rule of the
 * service.
 */
export const ERROR_STATUS = {
  ArchivedFeatureError: 400,
  BadDataError: 400,
  ExceedsLimitError: 400,
  MinimumOneEnvironmentError: 400,
  OwaspValidationError: 400,
  PasswordPreviouslyUsedError: 400,
  PasswordUndefinedError: 400,
  PatternError: 400,
  RoleInUseError: 400,
  ValidationError: 400,
  AuthenticationRequired: 401,
  InvalidTokenError: 401,
  PasswordMismatch: 401,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  ForeignOriginError: 403,
  IncompatibleProjectError: 403,
  InvalidOperationError: 403,
  NoAccessError: 403,
  OperationDeniedError: 403,
  PermissionError: 403,
  UsedTokenError: 403,
  NotFoundError: 404,
  NotImplementedError: 405,
  ConflictError: 409,
  NameExistsError: 409,
  PayloadTooLargeError: 413,
  ContentTypeError: 415,
  DisabledError: 422,
  RateLimitError: 429,
  InternalError: 500,
  MaintenanceError: 503,
  StoreUnavailableError: 503,
  UpstreamUnavailableError: 503,
  OutcomeUnknownError: 504,
  StoreFullError: 507,
  MissingSourceError: 511,
} as const

export type ErrorName = keyof typeof ERROR_STATUS

export interface ErrorDetail {
  /**
   * Problem, in plain words. `description` is the document's name, `message` the original's; both have the
   * same text.
   */
  description: string
  message: string
  /** Place of the problem: a pointer into the request, `/body/name` or `/query/limit`. */
  path?: string
  /**
   * All that is wrong with a password (recorded exchange users/validate-password-weak); `message` is the first of it.
   */
  validationErrors?: string[]
}

/** Body of every error response (document: "Validation error record"; docs/architecture.md#errors). */
export interface ErrorRecord {
  id: string
  name: ErrorName
  message: string
  details: ErrorDetail[]
}

export function detail(message: string, path?: string): ErrorDetail {
  return { description: message, message, ...(path === undefined ? {} : { path }) }
}
