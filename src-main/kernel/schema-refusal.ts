import type { z } from 'zod'

import { VALIDATION_MESSAGE, validationDetails, type Finding } from '../../src-shared/errors/validation.ts'
import { AppError } from './app-error.ts'

/** The refusal of a request that its schemas do not accept, with all that they found. */
export function schemaRefusal(findings: readonly Finding[]): AppError {
  return new AppError('ValidationError', VALIDATION_MESSAGE, {
    details: findings.flatMap(({ part, issue }) => validationDetails(part, [issue])),
    findings,
  })
}

/** What a schema makes of a body, or of what is to be one. Throws the refusal with all that it found. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  throw schemaRefusal(result.error.issues.map((issue) => ({ part: 'body', issue })))
}
