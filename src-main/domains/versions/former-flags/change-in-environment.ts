import { changesByPlace } from '#shared/configuration/changes-by-place.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { UpdateFormerFlag } from '#shared/versions/schemas/former-flag.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { toggleFeatureEnvironmentOff } from '#shared/flags/contract/feature-environments.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { findEnabled } from '#domains/flags/features/feature-environments.store.ts'
import { readStrategies, type PlacedStrategy } from '#domains/flags/features/feature-strategies.store.ts'
import { withoutPlace } from '#domains/flags/features/feature-details.read-model.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { updateFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { findVariants } from '#domains/flags/variants/variants.store.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'

export interface FlagInEnvironment {
  projectId: string
  featureName: string
  environment: string
}

type RequestedState = Pick<UpdateFormerFlag, 'enabled' | 'strategies' | 'variants'>

/**
 * Changes a flag in an environment to the wanted state. Missing fields stay unchanged. Each step is one of
 * today's operations, with its permission and guards, so former versions cannot bypass change requests.
 */
export async function changeInEnvironment(
  context: MutationContext,
  place: FlagInEnvironment,
  { enabled, strategies, variants }: RequestedState,
): Promise<void> {
  const { everything } = context
  const before = await findEnabled(everything, place.featureName, place.environment)
  if (strategies) await changeStrategies(context, place, strategies)
  if (variants) await changeVariants(context, place, variants)
  // deleting the last strategy may have disabled the flag
  await switchTo(context, place, enabled ?? before ?? false)
}

/** Enables or disables a flag, unless it is so already. */
export async function switchTo(
  context: MutationContext,
  place: FlagInEnvironment,
  enabled: boolean,
): Promise<void> {
  const is = await findEnabled(context.everything, place.featureName, place.environment)
  if ((is ?? false) === enabled) return
  const useCase = enabled ? toggleFeatureEnvironmentOn : toggleFeatureEnvironmentOff
  await context.performAs(context.caller.actor, useCase, { params: place })
}

/** Strategies had no ids of their own then: the first wanted takes the place of the first, and so on. */
async function changeStrategies(
  context: MutationContext,
  place: FlagInEnvironment,
  wanted: readonly CreateStrategy[],
): Promise<void> {
  const { featureName, environment } = place
  const before = await readStrategies(context.everything, { features: [featureName], environment })
  const { actor } = context.caller
  for (const { place: index, had, wanted: body } of changesByPlace(before, wanted.map(toWhole), isStored)) {
    const params = { ...place, strategyId: had?.id }
    if (!body) await context.performAs(actor, deleteFeatureStrategy, { params })
    else
      await at(`/body/strategies/${index}`, () =>
        had
          ? context.performAs(actor, updateFeatureStrategy, { params, body })
          : context.performAs(actor, addFeatureStrategy, { params: place, body }),
      )
  }
}

function isStored(stored: PlacedStrategy, body: object): boolean {
  const { id: _id, sortOrder: _s, milestoneId: _m, ...had } = withoutPlace(stored)
  return isEqual(had, body)
}

/**
 * Fills in every field of a strategy. A missing field is cleared, even if the former strategy had a value.
 */
function toWhole({ sortOrder: _sortOrder, ...draft }: CreateStrategy) {
  const { title, disabled, constraints, parameters, variants, segments } = draft
  return {
    ...draft,
    title: title ?? null,
    disabled: disabled ?? false,
    constraints: constraints ?? [],
    parameters: parameters ?? {},
    variants: variants ?? [],
    segments: segments ?? [],
  }
}

async function changeVariants(
  context: MutationContext,
  place: FlagInEnvironment,
  wanted: NonNullable<RequestedState['variants']>,
): Promise<void> {
  const before = await findVariants(context.everything, place.featureName, place.environment)
  if (isEqual(wanted, before ?? [])) return
  const raw = { params: place, body: wanted }
  await at('/body/variants', () =>
    context.performAs(context.caller.actor, overwriteEnvironmentFeatureVariants, raw),
  )
}

/** Changes the path of an error to the field of the actual request. */
async function at(path: string, part: () => Promise<unknown>): Promise<void> {
  try {
    await part()
  } catch (error) {
    throw relocated(error, path)
  }
}
