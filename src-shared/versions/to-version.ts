import { coerce, valid } from 'semver'

/** A whole version of what somebody wrote: `5.6` and `v5.6` are `5.6.0`; undefined: it is none. */
export function toVersion(text: string): string | undefined {
  const trimmed = text.trim().replace(/^v/i, '')
  if (!/^\d+(\.\d+){0,2}$/.test(trimmed)) return undefined
  return valid(coerce(trimmed)) ?? undefined
}
