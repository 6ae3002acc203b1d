import type { z } from 'zod'

import { hasBody, type Operation, type Request } from '../../src-shared/contract/index.ts'
import type { ErrorDetail } from '../../src-shared/errors/error-table.ts'
import {
  VALIDATION_MESSAGE,
  validationDetails,
  type RequestPart,
} from '../../src-shared/errors/validation.ts'
import { AppError } from './app-error.ts'

/** A request as it came in; parts that an operation does not read may be anything. */
export type RawRequest = Partial<Record<RequestPart, unknown>>

/**
 * Checks every part of a request against the operation's schemas, each in the client's own coordinates.
 * Throws one `ValidationError` with all that is wrong.
 */
export function parseRequest<O extends Operation>(operation: O, raw: RawRequest): Request<O> {
  const details: ErrorDetail[] = []
  // null is a value only where any JSON is; elsewhere it is as if nothing had been sent
  const body = operation.bodyIsOptional ? raw.body : (raw.body ?? undefined)
  const parse = (part: RequestPart, schema: z.ZodType): unknown => {
    const result = schema.safeParse(part === 'body' ? body : (raw[part] ?? {}), { reportInput: true })
    if (result.success) return result.data
    details.push(...validationDetails(part, result.error.issues))
    return undefined
  }
  const request = {
    params: parse('params', operation.params),
    query: parse('query', operation.query),
    headers: parse('headers', operation.headers),
    body: hasBody(operation) ? parse('body', operation.body) : undefined,
  }
  if (details.length > 0) throw new AppError('ValidationError', VALIDATION_MESSAGE, { details })
  return request as Request<O>
}
