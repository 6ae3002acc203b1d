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
export const NOT_IN_EDITION = 'The open-source edition does not have this. Enterprise and Halyard do.'

/** Edition of an Unleash-compatible service. */
export type Edition = 'oss' | 'enterprise'

/** Facts of a service that decide what it offers; null: it does not say. */
export interface ServiceFacts {
  version: string | null
  edition: Edition | null
  /** False: flags without variants of their own get none any more. Strategies have them. */
  takesFlagVariants: boolean
}

/** Facts of a service of which nothing is known yet: it is asked for everything of the contract. */
export const UNKNOWN_SERVICE: ServiceFacts = {
  version: null,
  edition: null,
  takesFlagVariants: true,
}

export const FLAG_VARIANTS_ENDED =
  'This service has replaced the variants of flags by those of strategies. Add them to a strategy.'

/** Part of an operation that decides where it is offered. */
export type OfferedOperation = Pick<
  Operation,
  'operationId' | 'everywhere' | 'tag' | 'lifecycle' | 'audience' | 'plan'
>

/** Explains why an Unleash-compatible service does not offer an operation; undefined: it does. */
export function lackElsewhere(
  operation: OfferedOperation,
  { version, edition }: Pick<ServiceFacts, 'version' | 'edition'>,
): string | undefined {
  const { operationId, everywhere, tag, lifecycle, audience, plan } = operation
  const { since, removed } = lifecycle
  if (everywhere || audience !== 'admin' || OWN_TAGS.includes(tag) || OWN.has(operationId)) return NOT_OFFERED
  if (edition === 'oss' && plan === 'enterprise') return NOT_IN_EDITION
  if (version === null) return undefined
  if (!isAtLeast(version, since))
    return `This service answers as version ${version}. It needs ${since} or later for this.`
  if (removed !== undefined && isAtLeast(version, removed))
    return `This service answers as version ${version}. Version ${removed} removed this.`
  return undefined
}

/** Compares versions of three numbers: the library for others is too large for the beginning of the window. */
export function isAtLeast(version: string, since: string): boolean {
  const wanted = since.split('.').map(Number)
  const ahead = version.split('.').map((part, index) => Number(part) - (wanted[index] ?? 0))
  return (ahead.find((by) => by !== 0) ?? 0) >= 0
}
