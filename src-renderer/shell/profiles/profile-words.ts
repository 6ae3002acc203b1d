import type { Profile } from '../../../src-shared/desktop/profiles.ts'

/** Says in short where the instance of a profile is, and whether it runs. */
export function stateOf(profile: Profile): string {
  if (profile.kind !== 'local') return profile.url
  return profile.url ?? 'stopped'
}

/** Says where the data of a profile are. */
export function dataOf(profile: Profile): string {
  if (profile.kind !== 'local') return profile.url
  return profile.usesPostgres ? `PostgreSQL, and ${profile.folder}` : profile.folder
}
