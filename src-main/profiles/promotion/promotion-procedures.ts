import { PlannedPromotion, ProfilePair, Promotion } from '../../../src-shared/desktop/promotion.ts'
import { detail } from '../../../src-shared/errors/error-table.ts'
import { AppError } from '../../kernel/app-error.ts'
import { procedureOf } from '../procedures.ts'
import type { Profiles } from '../profiles.ts'
import { compareProfiles, planPromotion, promote, type Sides } from './promote.ts'

/** Opens both profiles: a service of this app that is stopped starts. */
async function sidesOf(profiles: Profiles, { from, to }: ProfilePair): Promise<Sides> {
  // before anything is started
  for (const id of [from, to]) requireScenarios(profiles.find(id))
  const sideOf = async (id: string) => {
    const { name } = profiles.find(id)
    return { name, connection: await profiles.open(id) }
  }
  return { from: await sideOf(from), to: await sideOf(to) }
}

function requireScenarios({ kind, name }: ReturnType<Profiles['find']>): void {
  if (kind !== 'original') return
  const message = `${name} is an Unleash-compatible service. Only Halyards can be compared, by their scenario files.`
  throw new AppError('InvalidOperationError', message, { details: [detail(message)] })
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
  promoteFlags: procedureOf(PlannedPromotion).mutation(async ({ ctx, input }) =>
    promote(await sidesOf(ctx.profiles, input), input, toTheEnd),
  ),
}
