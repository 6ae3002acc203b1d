import type { z } from 'zod'

import { VALIDATION_MESSAGE, validationDetails, type SchemaIssue } from '#shared/errors/validation.ts'
import { AppError } from './app-error.ts'

/** Creates the error for a request that its schemas reject, with all findings. */
export function schemaError(findings: readonly SchemaIssue[]): AppError {
  return new AppError('ValidationError', VALIDATION_MESSAGE, {
    details: findings.flatMap(({ part, issue }) => validationDetails(part, [issue])),
    findings,
  })
}

/** Parses a body, for a request or before it is sent. Throws an error with all findings of the schema. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  throw schemaError(result.error.issues.map((issue) => ({ part: 'body', issue })))
}
