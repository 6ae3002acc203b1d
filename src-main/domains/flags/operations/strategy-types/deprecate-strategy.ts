import { deprecateStrategy as deprecate } from '#shared/flags/contract/strategy-types.ts'
import { mutation } from '#kernel/use-case.ts'
import { setDeprecated } from '../../records/strategy-types/set-deprecated.ts'

/** Recorded exchange strategy-types/deprecate, 342. */
export const deprecateStrategy = mutation(deprecate, (context, { params }) =>
  setDeprecated(context, params.strategyName, true),
)
