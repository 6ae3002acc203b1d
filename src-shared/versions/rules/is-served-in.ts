import { gte, lt } from 'semver'

import type { Operation } from '../../contract-engine/operation.ts'

/**
 * Checks whether the contract of a version has an operation: from the version that added it, until the
 * version that removed it (docs/architecture.md, idea 1: the contract of another version is a filter on the
 * list). Halyard's own operations are in all versions.
 */
export function isServedIn(
  { lifecycle, everywhere }: Pick<Operation, 'lifecycle' | 'everywhere'>,
  version: string,
): boolean {
  const { since, removed } = lifecycle
  return everywhere === true || (gte(version, since) && (removed === undefined || lt(version, removed)))
}

/**
 * Checks whether an operation is deprecated in a version: from the version that deprecated it, until a
 * version restores it.
 */
export function isDeprecatedIn({ lifecycle }: Pick<Operation, 'lifecycle'>, version: string): boolean {
  const { deprecated, restored } = lifecycle
  return (
    deprecated !== undefined && gte(version, deprecated) && (restored === undefined || lt(version, restored))
  )
}
