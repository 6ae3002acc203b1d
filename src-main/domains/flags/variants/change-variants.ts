import { z } from 'zod'

import { badData, notFound } from '#kernel/app-error.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { type EnvironmentVariant, EnvironmentVariantInput } from '#shared/flags/schemas/variant.ts'
import { normaliseWeights, variantsProblem } from '#shared/flags/variants/normalise-weights.ts'
import type { PatchOperation } from '#shared/schemas/json-patch.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from '../features/feature.ts'
import { findVariants, readVariantsIn, setVariants } from './variants.store.ts'

/**
 * The variants that drafts stand for: name and weight suffice (document: "Endpoints"), the weights are shared out to
 * 1000 (docs/contract/flags.md#variants). Throws 400.
 */
export function toEnvironmentVariants(drafts: readonly EnvironmentVariantInput[]): EnvironmentVariant[] {
  const variants = drafts.map((draft) => ({
    ...draft,
    weightType: draft.weightType ?? ('variable' as const),
    stickiness: draft.stickiness ?? 'default',
  }))
  const problem = variantsProblem(variants)
  if (problem !== null) throw badData(problem, '/body')
  return normaliseWeights(variants)
}

/** The variants of a flag where its project has the environment; else 404. */
export async function requireVariants(
  queries: Queries,
  feature: string,
  environment: string,
): Promise<EnvironmentVariant[]> {
  return requirePresent(await findVariants(queries, feature, environment), feature, environment)
}

function requirePresent(
  variants: EnvironmentVariant[] | undefined,
  feature: string,
  environment: string,
): EnvironmentVariant[] {
  if (!variants) throw notFound(`Could not find ${feature} in ${environment}`)
  return variants
}

/** Writes the variants of a flag in an environment, and the event with before and after. */
export async function changeVariants(
  context: MutationContext,
  flag: StoredFeature,
  environment: string,
  variants: EnvironmentVariant[],
): Promise<void> {
  await changeVariantsOf(context, [{ flag, variants }], environment)
}

/** The same for flags of an environment. Those that do not change are not written. */
export async function changeVariantsOf(
  context: MutationContext,
  changes: readonly { flag: StoredFeature; variants: EnvironmentVariant[] }[],
  environment: string,
): Promise<void> {
  const { everything } = context
  const names = changes.map(({ flag }) => flag.name)
  const former = await readVariantsIn(everything, names, environment)
  for (const { flag, variants } of changes) {
    const before = requirePresent(former.get(flag.name), flag.name, environment)
    if (toJson(before) !== toJson(variants)) await setVariants(everything, flag.name, environment, variants)
    context.record({
      type: 'feature-environment-variants-updated',
      project: flag.project,
      featureName: flag.name,
      environment,
      data: { variants },
      preData: { variants: before },
    })
  }
}

export const version = 1 as const

/** Applies a JSON Patch to variants. Throws 400 if the result is not a valid list of variants. */
export function patchVariants(
  before: readonly EnvironmentVariant[],
  operations: readonly PatchOperation[],
): EnvironmentVariantInput[] {
  return parseBody(z.array(EnvironmentVariantInput), applyJsonPatch(before, operations))
}
