import { AppError } from '#kernel/app-error.ts'

/** Keywords of SCIM for errors of status 400 (RFC 7644, section 3.12). */
export type ScimType =
  'invalidFilter' | 'tooMany' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

const SCIM_TYPES: ReadonlySet<unknown> = new Set<ScimType>([
  'invalidFilter',
  'tooMany',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
])

/** Creates the error for a request that SCIM does not allow. */
export function badScim(scimType: ScimType, text: string): AppError {
  return new AppError('BadDataError', text, { extra: { scimType } })
}

/** Creates the error for a name that is taken. */
export function uniquenessError(text: string): AppError {
  return new AppError('ConflictError', text, { extra: { scimType: 'uniqueness' } })
}

/**
 * Runs a part of the SCIM library and turns its errors into answers. It throws `SCIMError` for what SCIM forbids, and
 * TypeError for values of the wrong type.
 */
export function callScimLibrary<T>(fallback: ScimType, part: () => T): T {
  try {
    return part()
  } catch (error) {
    throw toScimError(error, fallback)
  }
}

/** Turns an error of the library into an answer; returns others unchanged. */
export function toScimError(error: unknown, fallback: ScimType): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { scimType } = error as { scimType?: unknown }
  if (SCIM_TYPES.has(scimType)) return badScim(scimType as ScimType, error.message)
  return error instanceof TypeError || error.name === 'SCIMError' ? badScim(fallback, error.message) : error
}
