import type { Operation } from '../../src-shared/contract/index.ts'
import { isServedIn, NEWEST_RELEASES } from '../../src-shared/versions/index.ts'

/** The newest release of the contract that has an operation. */
export function contractOf(operation: Operation): string {
  const release = Object.values(NEWEST_RELEASES).findLast((version) => isServedIn(operation, version))
  if (release === undefined) throw new Error(`${operation.operationId} is in no version`)
  return release
}
