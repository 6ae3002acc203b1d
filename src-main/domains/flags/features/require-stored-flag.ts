import type { Place } from '#shared/access/rules/index.ts'
import { notFound } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { StoredFeature } from './feature.ts'
import { findFeature } from './features.store.ts'
import type { Queries } from '#store/queries.ts'

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
  { queries }: QueryContext,
  { params }: { params: { featureName: string } },
): Promise<Place> {
  return { project: (await requireStoredFlag(queries, params.featureName)).project }
}
