import { queryOf, router } from '../../transport/rpc/init.ts'
import type { SeenContexts } from '../seen-contexts/index.ts'
import { getAdvancedPlayground, getPlayground } from './get-playground.use-case.ts'

export const playgroundRpc = (seen: SeenContexts) =>
  router({
    play: queryOf(getAdvancedPlayground(seen)),
    /** One context in one environment. */
    one: queryOf(getPlayground(seen)),
  })
