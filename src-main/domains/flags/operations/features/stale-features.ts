import { staleFeatures as operation } from '#shared/flags/contract/features.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeFeature } from '../../records/features/change-feature.ts'
import { findBatch } from '../../records/features/find-batch.ts'

/** Marks flags as stale or takes the mark off; archived ones stay as they are (docs/contract/flags.md#flags). */
export const staleFeatures = mutation(operation, async (context, { params: { projectId }, body }) => {
  const flags = await findBatch(context.visible, projectId, body.features)
  const changing = flags.filter((one) => one.archivedAt === null && one.stale !== body.stale)
  await inSteps(changing, (flag) => changeFeature(context, flag, { ...flag, stale: body.stale }))
})
