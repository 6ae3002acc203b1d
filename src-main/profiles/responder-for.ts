import type { ProfileId } from '#shared/desktop/profiles.ts'
import { routerResponder, type RpcResponder } from '#transport/rpc/responder.ts'
import type { ProfilesContext } from './procedures.ts'
import { DESKTOP_PATHS, profilesRouter } from './profiles-router.ts'

/** Makes the responder for the windows of a profile: the app answers for itself, the profile's instance all else. */
export function responderFor(profileId: ProfileId, app: Omit<ProfilesContext, 'profileId'>): RpcResponder {
  const own = routerResponder<ProfilesContext>({
    router: () => profilesRouter,
    createContext: () => ({ profileId, ...app }),
  })
  return {
    answer: async (call) =>
      call.path.startsWith(DESKTOP_PATHS)
        ? own.answer(call)
        : (await app.profiles.open(profileId)).answer(call),
  }
}
