import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'

/** Message for parameters that a provider rejects (recorded exchanges integrations/*). */
const SAID =
  'Request validation failed: your request body or params contain invalid data: A validation error occurred while processing your request data. Please make sure it conforms to the request data schema.'

/** Error for an invalid integration, as recorded. The detail names the field; no parameter value is repeated. */
export function addonError(text: string, path: string): AppError {
  return new AppError('BadDataError', SAID, { details: [detail(text, path)] })
}
