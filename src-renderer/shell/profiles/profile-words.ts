import type { Profile } from '#shared/desktop/profiles.ts'

/** Says in short where the instance of a profile is, and whether it runs. */
export function stateOf(profile: Profile): string {
  if (profile.kind !== 'local') return profile.url
  return profile.url ?? 'stopped'
}

/** Says where the data of a profile are. */
export function dataOf(profile: Profile): string {
  if (profile.kind !== 'local') return 'there'
  if (profile.mirrorOf !== null) return `mirror of ${profile.mirrorOf}, in ${profile.folder}`
  if (profile.copiedFrom) return `copy of ${profile.copiedFrom.name}, in ${profile.folder}`
  return profile.usesPostgres ? `PostgreSQL, and ${profile.folder}` : profile.folder
}

/** Says in short whether the safe mode of a profile lets its windows change something; empty: it is off. */
export function changesOf({ safeMode, allowsChanges }: Profile): string {
  if (safeMode === 'off') return ''
  return allowsChanges ? 'allowed' : 'read-only'
}

/** Time before a profile becomes read-only in which windows say so more strongly. */
export const LAST_MINUTE_MS = 60_000

/** Words the time until a profile becomes read-only: whole minutes, and seconds within the last one. */
export function countdownWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return seconds > LAST_MINUTE_MS / 1000 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
}
