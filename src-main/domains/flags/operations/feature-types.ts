import { notFound } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/feature-types.ts'
import { findFeatureType, readFeatureTypes, setLifetime } from '../feature-types/feature-types.store.ts'

export const getAllFeatureTypes = query(contract.getAllFeatureTypes, async ({ queries }) => ({
  version: 1 as const,
  types: await readFeatureTypes(queries),
}))

/** Recorded exchanges flag-types/*; 0 days are for ever, too (docs/contract/flags.md#flag-types). */
export const updateFeatureTypeLifetime = mutation(
  contract.updateFeatureTypeLifetime,
  async (context, { params: { id }, body }) => {
    const before = await findFeatureType(context.queries, id)
    if (!before) throw notFound(`The feature type you tried to update ("${id}") does not exist.`)
    const after = { ...before, lifetimeDays: body.lifetimeDays || null }
    await setLifetime(context.queries, id, after.lifetimeDays)
    context.record({ type: 'feature-type-updated', data: after, preData: before })
    return after
  },
)
