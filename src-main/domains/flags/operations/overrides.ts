import { badData, exceedsLimit, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation, query, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/overrides.ts'
import {
  MAX_OVERRIDES,
  MAX_OVERRIDES_OF_FLAG,
  UNTIL_RESTART,
  type Override,
} from '#shared/flags/schemas/override.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { checkedStrategies, requireFewStrategies, requireToken } from '../overrides/check-override.ts'
import { endOverride, putOverride } from '../overrides/change-overrides.ts'
import { countOverrides, readOverrides, type OverridePlace } from '../overrides/overrides.store.ts'

/** Lists the overrides of all flags that the caller sees. */
export const getOverrides = query(contract.getOverrides, async ({ visible }) => ({
  overrides: await readOverrides(visible),
}))

/** Overrides a flag, also in the place of a former override for the same audience. */
export const setOverride = mutation(contract.setOverride, async (context, { params, body }) => {
  const { projectId: project } = params
  const place = await requirePlace(context, params)
  const all = await readOverridesOf(context, place)
  const before = all.find(({ audience }) => audience === place.audience)
  if (!before) await requireRoom(context, place)
  await requireToken(context, { ...place, project })
  const { enabled, variant, strategies, until } = body
  if (until && until !== UNTIL_RESTART && until <= context.now.toISOString())
    throw badData('"until" must be in the future', '/body/until')
  const override: Override = {
    ...place,
    project,
    enabled,
    variant: variant ?? null,
    strategies: strategies ? await checkedStrategies(context, { ...place, project }, strategies) : null,
    until: until ?? null,
    createdBy: nameOf(context.caller.actor),
    createdAt: context.now.toISOString(),
  }
  requireFewStrategies(override, all)
  await putOverride(context, override, before)
  return override
})

/** Removes an override. */
export const removeOverride = mutation(contract.removeOverride, async (context, { params }) => {
  const place = await requirePlace(context, params)
  const all = await readOverridesOf(context, place)
  const override = all.find(({ audience }) => audience === place.audience)
  if (!override)
    throw notFound(`${place.feature} has no override for ${place.audience} in ${place.environment}.`)
  await endOverride(context, override)
})

/** Finds the place of an override. Whoever overrides a flag does what strategies do, too. */
async function requirePlace(
  context: QueryContext,
  {
    projectId: project,
    featureName: feature,
    environment,
    audience,
  }: Record<'projectId' | 'featureName' | 'environment' | 'audience', string>,
): Promise<OverridePlace> {
  await requireActiveFeature(context.visible, project, feature)
  context.demand({ anyOf: ['UPDATE_FEATURE_STRATEGY'], project, environment })
  if ((await findEnabled(context.everything, feature, environment)) === undefined)
    throw notFound(`Could not find ${feature} in ${environment}`)
  return { feature, environment, audience }
}

const readOverridesOf = ({ everything }: QueryContext, { feature, environment }: OverridePlace) =>
  readOverrides(everything, { environment, features: [feature] })

async function requireRoom({ everything }: QueryContext, place: OverridePlace): Promise<void> {
  const { all, ofFlag } = await countOverrides(everything, place)
  if (all >= MAX_OVERRIDES) throw exceedsLimit('override', MAX_OVERRIDES)
  if (ofFlag >= MAX_OVERRIDES_OF_FLAG)
    throw exceedsLimit('override of a flag in an environment', MAX_OVERRIDES_OF_FLAG)
}
