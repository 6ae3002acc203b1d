import {
  getFeatureVariants as get,
  overwriteFeatureVariants as overwrite,
  patchFeatureVariants as patch,
} from '../../../../../src-shared/contract/former/variants.ts'
import type {
  EnvironmentVariant,
  EnvironmentVariantInput,
} from '../../../../../src-shared/schemas/variant.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation, query, type MutationContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { requireFeature } from '../../../flags/records/features/features.store.ts'
import {
  overwriteFeatureVariantsOnEnvironments,
  patchVariants,
} from '../../../flags/operations/variants/change-variants.use-case.ts'
import { readVariantsByEnvironment } from '../../../flags/records/variants/variants.store.ts'

interface Place {
  projectId: string
  featureName: string
}

/** A flag had variants before its environments had (document: "Endpoints", note 1). */
export const getFeatureVariants = query(get, async ({ queries }, { params }) => {
  const { variants } = await readVariants(queries, params)
  return { version: 1 as const, variants }
})

export const overwriteFeatureVariants = mutation(overwrite, async (context, { params, body }) => {
  const { environments } = await readVariants(context.visible, params)
  return setEverywhere(context, params, environments, body)
})

/** What is patched is what GET answers. */
export const patchFeatureVariants = mutation(patch, async (context, { params, body }) => {
  const { environments, variants } = await readVariants(context.visible, params)
  return setEverywhere(context, params, environments, patchVariants(variants, body))
})

/** The environments of a flag, and the variants of the first that has any. */
async function readVariants(
  queries: Queries,
  { projectId, featureName }: Place,
): Promise<{ environments: string[]; variants: EnvironmentVariant[] }> {
  const { name } = await requireFeature(queries, projectId, featureName)
  const all = await readVariantsByEnvironment(queries, name)
  return {
    environments: all.map((one) => one.environment),
    variants: all.find((one) => one.variants.length > 0)?.variants ?? [],
  }
}

/** As who sets them in each environment by today's contract: with those permissions, guards and events. */
async function setEverywhere(
  context: MutationContext,
  params: Place,
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
