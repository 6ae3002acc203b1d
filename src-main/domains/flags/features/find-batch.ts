import { AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from './feature.ts'
import { findFeatures } from './features.store.ts'

/** The flags of these names, archived or not; unknown names are passed over, flags of another project refused. */
export async function findBatch(
  queries: Queries,
  project: string,
  names: readonly string[],
): Promise<StoredFeature[]> {
  const flags = await findFeatures(queries, [...new Set(names)])
  const stranger = flags.find((flag) => flag.project !== project)
  if (stranger) {
    throw new AppError(
      'InvalidOperationError',
      `The feature "${stranger.name}" belongs to project "${stranger.project}", not to "${project}".`,
    )
  }
  return flags
}
