import { coerce, valid } from 'semver'

import { ownValue } from '../../own-value.ts'
import { NEWEST_RELEASES } from './contract-version.ts'

/** Parses a version: `5.6` and `v5.6` are `5.6.0`. Returns undefined if the text is not a version. */
export function toVersion(text: string): string | undefined {
  const trimmed = text.trim().replace(/^v/i, '')
  if (!/^\d{1,9}(\.\d{1,9}){0,2}$/.test(trimmed)) return undefined
  return valid(coerce(trimmed)) ?? undefined
}

/** The same of where one goes: a major version alone is its newest release, so that nothing is left out. */
export function lastOf(text: string): string | undefined {
  return ownValue(NEWEST_RELEASES, text.trim().replace(/^v/i, '')) ?? toVersion(text)
}
