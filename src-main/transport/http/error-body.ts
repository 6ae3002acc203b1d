import { lt } from 'semver'

import type { Operation } from '#shared/contract/index.ts'
import { formerErrorRecord } from '#shared/errors/former-record.ts'
import type { AppError } from '#kernel/app-error.ts'

const RECORD_SINCE = '5.0.0'

/**
 * Builds the body of an error response, in the form of the version of the contract (document, "Errors", 1 and
 * 2; ADR 0005).
 */
export function errorBody(
  refusal: AppError,
  { id, contract, operation }: { id: string; contract: string; operation?: Operation | undefined },
): object {
  const isOfSchema = refusal.name === 'ValidationError' && refusal.findings.length > 0
  if (!isOfSchema || !lt(contract, RECORD_SINCE)) return refusal.toRecord(id)
  return formerErrorRecord(refusal.findings, operation?.body.meta()?.id)
}
