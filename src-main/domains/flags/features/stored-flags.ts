import { AppError, notFound } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { AccessScope } from '#shared/access/rules/index.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from './feature.ts'
import { findFeature, findFeatures } from './features.store.ts'

/**
 * The flag of a name, archived or not; else 404 (recorded exchanges archive/revive-unknown and
 * archive/delete-unknown).
 */
export async function requireStoredFlag(queries: Queries, name: string): Promise<StoredFeature> {
  const flag = await findFeature(queries, name)
  if (!flag) throw notFound('No feature flag found')
  return flag
}

/** Returns the place where the permission is required: the project of the flag. */
export async function placeOfFlag(
  { visible }: QueryContext,
  { params }: { params: { featureName: string } },
): Promise<AccessScope> {
  return { project: (await requireStoredFlag(visible, params.featureName)).project }
}

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
