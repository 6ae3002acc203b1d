import { coerce, gte, lt, valid } from 'semver'

import { ownValue } from '../../own-value.ts'

/** Default version of the contract: that of the recorded original. */
export const CONTRACT_VERSION = '7.6.5'

/** The newest release of each major version that something is known of. */
export const NEWEST_RELEASES: Readonly<Record<string, string>> = {
  '3': '3.17.0',
  '4': '4.21.0',
  '5': '5.12.0',
  '6': '6.10.1',
  '7': CONTRACT_VERSION,
  '8': '8.2.0',
}

const OLDEST = '3.0.0'
const BEYOND = '9.0.0'

/**
 * A version of the contract as people write it, in three numbers: a major version alone (`6`) is its newest release,
 * two numbers (`6.9`) are the first release of these. Undefined where it is none from 3 to 8.
 */
export function readContractVersion(text: string): string | undefined {
  const plain = text.trim().replace(/^v/i, '')
  const newest = ownValue(NEWEST_RELEASES, plain)
  if (newest !== undefined) return newest
  if (!/^\d{1,9}(\.\d{1,9}){1,2}$/.test(plain)) return undefined
  const version = valid(coerce(plain))
  return version !== null && gte(version, OLDEST) && lt(version, BEYOND) ? version : undefined
}
