import { coerce, valid } from 'semver'

export const VERSION_TABS = [
  { path: '/versions', label: 'Changes' },
  { path: '/versions/calls', label: 'Calls' },
  { path: '/versions/planner', label: 'Upgrade planner' },
  { path: '/versions/ports', label: 'Ports' },
] as const

/** A whole version of what somebody typed: `5.6` is `5.6.0`; undefined: it is none. */
export function toVersion(text: string): string | undefined {
  const trimmed = text.trim().replace(/^v/i, '')
  if (!/^\d+(\.\d+){0,2}$/.test(trimmed)) return undefined
  return valid(coerce(trimmed)) ?? undefined
}
