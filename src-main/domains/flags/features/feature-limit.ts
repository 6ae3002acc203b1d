import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { ActiveProject } from '#domains/projects/projects/projects.store.ts'
import { countActiveFeatures } from './features.store.ts'

/** Refuses so many flags more, when the instance or the project may not have them (docs/contract/limits.md#limits). */
export async function requireRoom(context: MutationContext, project: ActiveProject, more = 1): Promise<void> {
  const { everything, limits } = context
  if ((await countActiveFeatures(everything)) + more > limits.featureFlags)
    throw exceedsLimit('feature flag', limits.featureFlags)
  await requireRoomInProject(context, project, more)
}

/** Refuses so many flags more than the project may have. */
export async function requireRoomInProject(
  { everything }: MutationContext,
  project: ActiveProject,
  more = 1,
): Promise<void> {
  const { featureLimit } = project
  if (featureLimit !== null && (await countActiveFeatures(everything, project.id)) + more > featureLimit) {
    throw new AppError(
      'InvalidOperationError',
      `You have reached the maximum number of feature flags (${featureLimit}) of this project.`,
    )
  }
}
