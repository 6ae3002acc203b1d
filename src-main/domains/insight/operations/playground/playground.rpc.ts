import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getAdvancedPlayground, getPlayground, surveyPlayground } from './get-playground.use-case.ts'

export const playgroundRpc = (seen: SeenContexts) =>
  router({
    /** The outcomes of all flags; the reasons of one are for `play` with its name. */
    survey: queryOf(surveyPlayground(seen)),
    play: queryOf(getAdvancedPlayground(seen)),
    /** One context in one environment. */
    one: queryOf(getPlayground(seen)),
  })
