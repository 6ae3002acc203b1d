import { updateSplashSettings as splash } from '#shared/instance/contract/user-prompts.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { insertSeenSplash } from '../../records/user-prompts/user-prompts.store.ts'

/**
 * Notes a splash page as seen; a token has nothing to remember it by, and is answered alike (recorded exchanges
 * instance/splash and instance/splash-with-api-token).
 */
export const updateSplashSettings = mutation(splash, async ({ queries, caller, record }, { params }) => {
  const userId = personOf(caller.actor)
  if (userId === undefined) return { splashId: params.id, seen: true }
  await insertSeenSplash(queries, userId, params.id)
  record({ type: 'user-splash-seen', data: { name: params.id } })
  return { userId, splashId: params.id, seen: true }
})
