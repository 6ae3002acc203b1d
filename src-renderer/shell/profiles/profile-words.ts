import type { Profile } from '../../../src-shared/desktop/profiles.ts'

/** Says in short where the instance of a profile is, and whether it runs. */
export function stateOf(profile: Profile): string {
  if (profile.kind !== 'local') return profile.url
  return profile.url ?? 'stopped'
}

/** Says where the data of a profile are, and whether this app may change them. */
export function dataOf(profile: Profile): string {
  if (profile.kind === 'original')
    return profile.allowsChanges ? 'there, changes allowed' : 'there, read-only'
  if (profile.kind === 'remote') return profile.url
  return profile.usesPostgres ? `PostgreSQL, and ${profile.folder}` : profile.folder
}
