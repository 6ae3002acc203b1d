import {
  reviveFeature as one,
  reviveFeatures as several,
} from '../../../../../src-shared/contract/archive.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { reviveFeatureRows } from '../../records/features/features.store.ts'
import type { StoredFeature } from '../../records/features/feature.ts'
import { requireActiveProject } from '../../../projects/records/projects/projects.store.ts'
import { restartStages } from '../../records/stages/stages.store.ts'

/** Revives flags of a project; those that are not archived are passed over (recorded exchange archive/batch-revive). */
export const reviveFeatures = mutation(several, async (context, { params: { projectId }, body }) => {
  await revive(context, projectId, await findBatch(context.visible, projectId, body.features))
})

/** Revives a flag; one that is not archived stays as it is (recorded exchange archive/revive-again-not-archived). */
export const reviveFeature = mutation(
  one,
  async (context, { params: { featureName } }) => {
    const flag = await requireStoredFlag(context.visible, featureName)
    await revive(context, flag.project, [flag])
  },
  { placeOf: placeOfFlag },
)

/** Takes flags of a project out of the archive. */
export async function revive(
  context: MutationContext,
  project: string,
  flags: readonly StoredFeature[],
): Promise<void> {
  await requireActiveProject(context.queries, project)
  const names = flags.filter((flag) => flag.archivedAt !== null).map(({ name }) => name)
  await reviveFeatureRows(context.queries, names)
  await restartStages(context.queries, names, context.now.toISOString())
  for (const featureName of names) context.record({ type: 'feature-revived', project, featureName })
}
