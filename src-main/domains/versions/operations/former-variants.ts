import { patchVariants } from '#domains/flags/variants/change-variants.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/variants.ts'
import type { EnvironmentVariant, EnvironmentVariantInput } from '#shared/flags/schemas/variant.ts'
import { badData } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { requireFeature } from '#domains/flags/features/features.store.ts'
import { overwriteFeatureVariantsOnEnvironments } from '#shared/flags/contract/variants.ts'
import { readVariantsByEnvironment } from '#domains/flags/variants/variants.store.ts'

/** A flag had variants before its environments had (document: "Endpoints", note 1). */
export const getFeatureVariants = query(contract.getFeatureVariants, async ({ visible }, { params }) => {
  const { variants } = await readVariants(visible, params)
  return { version: 1 as const, variants }
})

interface FlagOfProject {
  projectId: string
  featureName: string
}

/** The environments of a flag, and the variants of the first that has any. */
async function readVariants(
  queries: Queries,
  { projectId, featureName }: FlagOfProject,
): Promise<{ environments: string[]; variants: EnvironmentVariant[] }> {
  const { name } = await requireFeature(queries, projectId, featureName)
  const all = await readVariantsByEnvironment(queries, name)
  return {
    environments: all.map((one) => one.environment),
    variants: all.find((one) => one.variants.length > 0)?.variants ?? [],
  }
}

/** Sets variants in each environment, with the permissions, guards and events of today's contract. */
async function setInAllEnvironments(
  context: MutationContext,
  params: FlagOfProject,
  environments: readonly string[],
  variants: readonly EnvironmentVariantInput[],
) {
  if (environments.length === 0)
    throw badData(
      'The project has no environment in which the flag could have variants.',
      '/params/projectId',
    )
  const body = { environments, variants }
  return context.performAs(context.caller.actor, overwriteFeatureVariantsOnEnvironments, { params, body })
}

export const overwriteFeatureVariants = mutation(
  contract.overwriteFeatureVariants,
  async (context, { params, body }) => {
    const { environments } = await readVariants(context.visible, params)
    return setInAllEnvironments(context, params, environments, body)
  },
)

/** Patches the variants of a flag, starting from those that GET returns. */
export const patchFeatureVariants = mutation(
  contract.patchFeatureVariants,
  async (context, { params, body }) => {
    const { environments, variants } = await readVariants(context.visible, params)
    return setInAllEnvironments(context, params, environments, patchVariants(variants, body))
  },
)
