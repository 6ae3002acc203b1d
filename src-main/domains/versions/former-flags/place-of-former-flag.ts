import type { AccessScope } from '#shared/access/rules/index.ts'
import { notFound } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { FormerFlag } from '#shared/versions/schemas/former-flag.ts'
import type { Queries } from '#store/queries.ts'
import { findSoleEnvironment } from '#domains/projects/environments/sole-environment.ts'
import { requireActiveFeature } from '#domains/flags/features/features.store.ts'
import { requireStoredFlag } from '#domains/flags/features/stored-flags.ts'
import { readFormerFlags } from './former-flags.read-model.ts'
import type { FlagInEnvironment as FlagPlace } from './change-in-environment.ts'

/** Returns a flag's place, for versions in which a flag was on or off in one environment only. */
export async function placeOfFormerFlag(
  { visible }: QueryContext,
  { params: { featureName } }: { params: { featureName: string } },
): Promise<AccessScope> {
  const { project } = await requireStoredFlag(visible, featureName)
  return { project, environment: await requireSoleEnvironment(visible) }
}

/**
 * Finds the flag to change and its place. Throws 404 for an unknown flag, and an error for an archived one.
 */
export async function requireFormerPlace(queries: Queries, featureName: string): Promise<FlagPlace> {
  const { project } = await requireStoredFlag(queries, featureName)
  await requireActiveFeature(queries, project, featureName)
  return { projectId: project, featureName, environment: await requireSoleEnvironment(queries) }
}

/** Reads the changed flag, for the response to a change. */
export async function readChanged(
  queries: Queries,
  { featureName, environment }: FlagPlace,
): Promise<FormerFlag> {
  const [flag] = await readFormerFlags(queries, environment, { name: featureName })
  if (!flag) throw notFound(`Could not find feature flag with name ${featureName}`)
  return flag
}

export async function requireSoleEnvironment(queries: Queries): Promise<string> {
  const environment = await findSoleEnvironment(queries)
  if (environment === undefined) throw notFound('There is no environment')
  return environment
}
