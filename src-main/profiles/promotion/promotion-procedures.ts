import { PlannedPromotion, ProfilePair, Promotion } from '../../../src-shared/desktop/promotion.ts'
import { procedureOf } from '../procedures.ts'
import type { Profiles } from '../profiles.ts'
import { compareProfiles, planPromotion, promote, type Sides } from './promote.ts'
import type { Side } from './side.ts'

/** Opens both profiles: a service of this app that is stopped starts. */
async function sidesOf(profiles: Profiles, { from, to }: ProfilePair): Promise<Sides> {
  const sideOf = async (id: string): Promise<Side> => {
    const profile = profiles.find(id)
    return {
      name: profile.name,
      connection: await profiles.open(id),
      ...(profile.kind === 'original' ? { original: true } : {}),
    }
  }
  return { from: await sideOf(from), to: await sideOf(to) }
}

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
