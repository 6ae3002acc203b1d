import { archiveFeature as operation } from '../../../src-shared/contract/features.ts'
import { AppError } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { archiveFeatureRow, childrenOf, requireFeature } from './features.store.ts'

/** Archives a flag: SDKs no longer get it. Archiving it again changes nothing (semantics.md 4.1). */
export const archiveFeature = mutation(operation, async (context, { params: { projectId, featureName } }) => {
  const { queries, now } = context
  const feature = await requireFeature(queries, projectId, featureName)
  if (feature.archivedAt !== null) return
  if ((await childrenOf(queries, featureName)).length > 0) {
    throw new AppError(
      'InvalidOperationError',
      'You can not archive/delete this feature since other features depend on it.',
    )
  }
  await archiveFeatureRow(queries, featureName, now.toISOString())
  context.record({ type: 'feature-archived', project: projectId, featureName })
})
