import type { ProfileId } from '#shared/desktop/profiles.ts'
import type { Profiles } from '../profiles.ts'
import type { Side } from './side.ts'

/** Opens a profile as a side: a service of this app that is stopped starts. */
export async function sideOf(profiles: Profiles, id: ProfileId): Promise<Side> {
  const { name, kind } = profiles.find(id)
  const connection = await profiles.open(id)
  return { name, connection, ...(kind === 'original' ? { original: true } : {}) }
}
