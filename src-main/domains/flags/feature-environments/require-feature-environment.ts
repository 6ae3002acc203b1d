import type { z } from 'zod'

import type { EnvironmentParams } from '#shared/contract-engine/params.ts'
import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findFeatureEnvironment, type FeatureEnvironment } from '../features/feature-environments.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'

/**
 * Returns the state of a flag in an environment. Throws 404 if its project does not have the environment (recorded
 * exchange strategies/enable-in-unknown-environment).
 */
export async function requireFeatureEnvironment(
  queries: Queries,
  { projectId, featureName, environment }: z.output<typeof EnvironmentParams>,
): Promise<FeatureEnvironment & { enabled: boolean }> {
  const found = await findFeatureEnvironment(queries, featureName, environment)
  // throws: there is no such flag, it is archived, or in another project
  if (found?.project !== projectId || found.archivedAt !== null)
    await requireActiveFeature(queries, projectId, featureName)
  if (!found || found.enabled === null)
    throw notFound(`Could not find environment ${environment} for feature: ${featureName}`)
  return { ...found, enabled: found.enabled }
}
