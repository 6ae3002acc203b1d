import { reactivateStrategy as reactivate } from '#shared/flags/contract/strategy-types.ts'
import { mutation } from '#kernel/use-case.ts'
import { setDeprecated } from '../../records/strategy-types/set-deprecated.ts'

/** Recorded exchange strategy-types/reactivate. */
export const reactivateStrategy = mutation(reactivate, (context, { params }) =>
  setDeprecated(context, params.strategyName, false),
)
