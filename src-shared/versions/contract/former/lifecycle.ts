import type { Lifecycle } from '#shared/contract-engine/operation.ts'

/**
 * The life of an endpoint of the document's table "Removed endpoints in v7". When it came is in no source, unless `since`
 * says so: it is taken to be as old as the contract, version 4.
 */
export function removedInV7(
  deprecated: string,
  replacement: string,
  since: { since?: string } = {},
): Partial<Lifecycle> {
  return { ...since, deprecated, removed: '7.0.0', replacement }
}
