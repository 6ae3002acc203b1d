import { flagPath } from '#shared/audit/undo/index.ts'
import { readCurrentParts } from '#domains/audit/configuration/read-current-parts.ts'
import { Turn } from '#runtime/turn.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteFeatureRows } from '../features/features.store.ts'
import { toFeature, type StoredFeature } from '../features/feature.ts'

/** Deletes archived flags for good, with an event for each. */
export async function deleteArchived(
  context: MutationContext,
  flags: readonly StoredFeature[],
): Promise<void> {
  const archived = flags.filter((one) => one.archivedAt !== null)
  // the data that an undo needs to create it again
  const parts = await readCurrentParts(
    context.queries,
    archived.map((flag) => flagPath(flag.name)),
  )
  await deleteFeatureRows(
    context.queries,
    archived.map((flag) => flag.name),
  )
  const turn = new Turn()
  for (const flag of archived) {
    context.record({
      type: 'feature-deleted',
      project: flag.project,
      featureName: flag.name,
      preData: {
        ...toFeature(flag),
        createdByUserId: flag.createdByUserId,
        parts: parts
          .under(flagPath(flag.name))
          .filter(({ path }) => path.length > 3)
          .map(({ path, value }) => ({ path: path.slice(2), value })),
      },
    })
    if (turn.isOver) await turn.pause()
  }
}
