import { compare, gt, lte } from 'semver'

import { BEHAVIOUR_CHANGES } from './behaviour-changes.ts'
import { CAPABILITY_CHANGES } from './capabilities.ts'
import type { VersionChange } from './change.ts'
import { OTHER_CHANGES } from './other-changes.ts'
import { REMOVED_ENDPOINT_CHANGES } from './removed-endpoints.ts'

/**
 * All that is known of what versions changed, oldest first (document, "Versioning";
 * docs/contract/versions.md#changed-in-8).
 */
export const VERSION_CHANGES: readonly VersionChange[] = [
  ...CAPABILITY_CHANGES,
  ...REMOVED_ENDPOINT_CHANGES,
  ...OTHER_CHANGES,
  ...BEHAVIOUR_CHANGES,
].sort((a, b) => compare(a.version, b.version))

/** Versions at which something changed, oldest first. */
export const CHANGED_VERSIONS: readonly string[] = [...new Set(VERSION_CHANGES.map(({ version }) => version))]

/** The newest version of which anything is known. */
export const NEWEST_VERSION: string = CHANGED_VERSIONS.at(-1) ?? ''

/**
 * Lists the changes from one version to another, oldest first: later than `from`, up to and including `to`.
 * For a downgrade, swap the two. Both are whole versions, such as `5.6.11`.
 */
export function changesBetween(from: string, to: string): VersionChange[] {
  return VERSION_CHANGES.filter(({ version }) => gt(version, from) && lte(version, to))
}
