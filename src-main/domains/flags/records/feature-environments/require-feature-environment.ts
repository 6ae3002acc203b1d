import type { z } from 'zod'

import type { EnvironmentParams } from '../../../../../src-shared/contract-engine/params.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import type { Queries } from '../../../../store/queries.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'

/**
 * Returns whether the flag is enabled in the environment. Throws 404 if its project does not have the
 * environment (recorded exchange strategies/enable-in-unknown-environment).
 */
export async function requireFeatureEnvironment(
  queries: Queries,
  { projectId, featureName, environment }: z.output<typeof EnvironmentParams>,
): Promise<{ enabled: boolean }> {
  await requireActiveFeature(queries, projectId, featureName)
  const enabled = await findEnabled(queries, featureName, environment)
  if (enabled === undefined)
    throw notFound(`Could not find environment ${environment} for feature: ${featureName}`)
  return { enabled }
}
