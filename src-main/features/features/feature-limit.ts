import { AppError, exceedsLimit } from '../../kernel/app-error.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import type { ActiveProject } from '../projects/index.ts'
import { countActiveFeatures } from './features.store.ts'

/** Refuses one flag more than the instance, or the project, may have (semantics.md 13). */
export async function requireRoom(
  { queries, limits }: MutationContext,
  project: ActiveProject,
): Promise<void> {
  if ((await countActiveFeatures(queries)) >= limits.featureFlags)
    throw exceedsLimit('feature flag', limits.featureFlags)
  const { featureLimit } = project
  if (featureLimit !== null && (await countActiveFeatures(queries, project.id)) >= featureLimit) {
    throw new AppError(
      'InvalidOperationError',
      `You have reached the maximum number of feature flags (${featureLimit}) of this project.`,
    )
  }
}
