import type { ProfileId } from '../../src-shared/desktop/profiles.ts'
import { routerResponder, type RpcResponder } from '../transport/rpc/responder.ts'
import type { Profiles } from './profiles.ts'
import {
  DESKTOP_PATHS,
  profilesRouter,
  type ProfilesContext,
  type ProfileWindows,
} from './profiles-router.ts'

/** Makes the responder for the windows of a profile: the app answers for itself, the profile's instance all else. */
export function responderFor(
  profileId: ProfileId,
  profiles: Profiles,
  windows: ProfileWindows,
): RpcResponder {
  const app = routerResponder<ProfilesContext>({
    router: () => profilesRouter,
    createContext: () => ({ profileId, profiles, windows }),
  })
  return {
    answer: async (call) =>
      call.path.startsWith(DESKTOP_PATHS) ? app.answer(call) : (await profiles.open(profileId)).answer(call),
  }
}
