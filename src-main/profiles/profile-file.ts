import path from 'node:path'

import type { ProfileFile, ProfileId } from '#shared/desktop/profiles.ts'
import { USUAL_IDLE_MINUTES, USUAL_SAFE_MODE } from '#shared/desktop/safe-mode.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import type { StoredProfile } from './profile-store.ts'

/** Writes a profile for another machine: no secrets, no folder, and no permission to change anything. */
export function toProfileFile(profile: StoredProfile): ProfileFile {
  const { name, colour, icon, safeMode, idleMinutes, kind } = profile
  const look = { halyardProfile: 1 as const, name, colour, icon, safeMode, idleMinutes, kind }
  if (profile.kind !== 'local') return { ...look, url: profile.url }
  const { port, mirror } = profile
  return { ...look, port, ...(mirror ? { mirrorOf: mirror.url } : {}) }
}

/** Reads the profile of a file. One elsewhere is signed in to when it is opened, and a mirror waits for its tokens. */
export function fromProfileFile(
  { halyardProfile: _version, kind, url, mirrorOf, port = 'auto', ...look }: ProfileFile,
  { id, name, folder }: { id: ProfileId; name: string; folder: string },
): StoredProfile {
  const usual = { safeMode: USUAL_SAFE_MODE[kind], idleMinutes: USUAL_IDLE_MINUTES }
  const common = { ...usual, ...look, name, id }
  if (kind === 'local') {
    const mirror = mirrorOf === undefined ? {} : { mirror: { url: mirrorOf } }
    return { ...common, kind, folder: path.join(folder, id), port, ...mirror }
  }
  if (url !== undefined) return { ...common, kind, url }
  const problem = 'The file names no address.'
  throw new AppError('BadDataError', problem, { details: [detail(problem, '/body/url')] })
}
