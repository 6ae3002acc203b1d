import { gte, lt } from 'semver'

import type { Operation } from '../../contract-engine/operation.ts'

/**
 * Whether the contract of a version has an operation: from the version that brought it, until the one that removed it
 * (docs/architecture.md, idea 1: the contract of another version is a filter on the list). Halyard's own are in all.
 */
export function isServedIn(
  { lifecycle, everywhere }: Pick<Operation, 'lifecycle' | 'everywhere'>,
  version: string,
): boolean {
  const { since, removed } = lifecycle
  return everywhere === true || (gte(version, since) && (removed === undefined || lt(version, removed)))
}

/** Whether a version calls an operation deprecated: from the one that deprecated it, until one takes that back. */
export function isDeprecatedIn({ lifecycle }: Pick<Operation, 'lifecycle'>, version: string): boolean {
  const { deprecated, restored } = lifecycle
  return (
    deprecated !== undefined && gte(version, deprecated) && (restored === undefined || lt(version, restored))
  )
}
