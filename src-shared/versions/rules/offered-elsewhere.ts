import type { Operation } from '../../contract-engine/operation.ts'

/** Tags of operations that no published document describes: their shapes are known of this service alone. */
const OWN_TAGS: readonly string[] = ['Actions', 'Signals']

/** Operations ahead of the published documents, or not in them. A test compares this list with the documents. */
const OWN: ReadonlySet<string> = new Set([
  'startChangeRequest',
  'addChangesToChosenRequest',
  'getWaitingChangeRequests',
  'getReleaseStatus',
  'pauseMilestoneProgressions',
  'requestImport',
])

/** Stands in a status for the version of a service that does not name its own. */
export const UNKNOWN_VERSION = 'unknown'

export const NOT_OFFERED = 'This service does not offer it. A Halyard does.'

/** Part of an operation that decides where it is offered. */
export type OfferedOperation = Pick<
  Operation,
  'operationId' | 'everywhere' | 'tag' | 'lifecycle' | 'audience'
>

/** Explains why an Unleash-compatible service of this version does not offer an operation; undefined: it does. */
export function lackElsewhere(operation: OfferedOperation, version: string | null): string | undefined {
  const { operationId, everywhere, tag, lifecycle, audience } = operation
  if (everywhere || audience !== 'admin' || OWN_TAGS.includes(tag) || OWN.has(operationId)) return NOT_OFFERED
  if (version === null) return undefined
  return isAtLeast(version, lifecycle.since)
    ? undefined
    : `This service answers as version ${version}. It needs ${lifecycle.since} or later for this.`
}

/** Compares versions of three numbers: the library for others is too large for the beginning of the window. */
function isAtLeast(version: string, since: string): boolean {
  const wanted = since.split('.').map(Number)
  const ahead = version.split('.').map((part, index) => Number(part) - (wanted[index] ?? 0))
  return (ahead.find((by) => by !== 0) ?? 0) >= 0
}
