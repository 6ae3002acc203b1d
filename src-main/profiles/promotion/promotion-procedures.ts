import { PlannedPromotion, ProfilePair, Promotion } from '#shared/desktop/promotion.ts'
import { procedureOf } from '../procedures.ts'
import type { Profiles } from '../profiles.ts'
import { compareProfiles, planPromotion, promote, type InstancePair } from './promote.ts'
import { sideOf } from './side.ts'

const sidesOf = async (profiles: Profiles, { from, to }: ProfilePair): Promise<InstancePair> => ({
  from: await sideOf(profiles, from),
  to: await sideOf(profiles, to),
})

const toTheEnd = new AbortController().signal

/** Procedures that compare two profiles and promote flags from one to the other. */
export const promotionProcedures = {
  compareProfiles: procedureOf(ProfilePair).query(async ({ ctx, input, signal = toTheEnd }) =>
    compareProfiles(await sidesOf(ctx.profiles, input), signal),
  ),
  planPromotion: procedureOf(Promotion).query(async ({ ctx, input, signal = toTheEnd }) =>
    planPromotion(await sidesOf(ctx.profiles, input), input, signal),
  ),
  // a page that is closed does not stop what it began
  promoteFlags: procedureOf(PlannedPromotion).mutation(async ({ ctx: { profiles }, input }) => {
    profiles.safeMode.requireChanges(input.to)
    return promote(await sidesOf(profiles, input), input, toTheEnd)
  }),
}
