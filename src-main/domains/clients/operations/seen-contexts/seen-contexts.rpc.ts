import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import { forgetSeenContexts, getSeenContexts, updateSeenContexts } from './seen-contexts.use-case.ts'

export const seenContextsRpc = (seen: SeenContexts) =>
  router({
    get: queryOf(getSeenContexts(seen)),
    update: mutationOf(updateSeenContexts(seen)),
    forget: mutationOf(forgetSeenContexts(seen)),
  })
