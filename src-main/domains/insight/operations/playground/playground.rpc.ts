import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getAdvancedPlayground } from './get-advanced-playground.ts'
import { getPlayground } from './get-playground.ts'
import { surveyPlayground } from './survey-playground.ts'

export const playgroundRpc = (seen: SeenContexts) =>
  router({
    /** The outcomes of all flags; the reasons of one are for `play` with its name. */
    survey: queryOf(surveyPlayground(seen)),
    play: queryOf(getAdvancedPlayground(seen)),
    /** One context in one environment. */
    one: queryOf(getPlayground(seen)),
  })
