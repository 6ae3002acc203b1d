import type { MutationContext } from '../../../../kernel/use-case.ts'
import { deleteFeatureRows } from '../features/features.store.ts'
import { toFeature, type StoredFeature } from '../features/feature.ts'

/** Deletes archived flags for good, with an event for each. */
export async function deleteArchived(
  context: MutationContext,
  flags: readonly StoredFeature[],
): Promise<void> {
  const archived = flags.filter((one) => one.archivedAt !== null)
  await deleteFeatureRows(
    context.queries,
    archived.map((flag) => flag.name),
  )
  for (const flag of archived)
    context.record({
      type: 'feature-deleted',
      project: flag.project,
      featureName: flag.name,
      preData: { ...toFeature(flag) },
    })
}
