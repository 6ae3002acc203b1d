import { VALIDATION_MESSAGE, validationDetails, type Finding } from '../../src-shared/errors/validation.ts'
import { AppError } from './app-error.ts'

/** The refusal of a request that its schemas do not accept, with all that they found. */
export function schemaRefusal(findings: readonly Finding[]): AppError {
  return new AppError('ValidationError', VALIDATION_MESSAGE, {
    details: findings.flatMap(({ part, issue }) => validationDetails(part, [issue])),
    findings,
  })
}
