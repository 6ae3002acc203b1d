import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import { forgetSeenContexts } from './forget-seen-contexts.ts'
import { getSeenContexts } from './get-seen-contexts.ts'
import { updateSeenContexts } from './update-seen-contexts.ts'

export const seenContextsRpc = (seen: SeenContexts) =>
  router({
    get: queryOf(getSeenContexts(seen)),
    update: mutationOf(updateSeenContexts(seen)),
    forget: mutationOf(forgetSeenContexts(seen)),
  })
