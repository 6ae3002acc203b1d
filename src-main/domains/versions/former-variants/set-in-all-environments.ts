import type { EnvironmentVariant, EnvironmentVariantInput } from '#shared/flags/schemas/variant.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { requireFeature } from '#domains/flags/features/features.store.ts'
import { overwriteFeatureVariantsOnEnvironments } from '#shared/flags/contract/variants.ts'
import { readVariantsByEnvironment } from '#domains/flags/variants/variants.store.ts'

interface Place {
  projectId: string
  featureName: string
}

/** The environments of a flag, and the variants of the first that has any. */
export async function readVariants(
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

/** Sets variants in each environment, with the permissions, guards and events of today's contract. */
export async function setInAllEnvironments(
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
