import { updateFeature as operation } from '#shared/flags/contract/features.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeFeature } from '../../records/features/change-feature.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'

/** Replaces a flag's settings; those not sent go back to their defaults (docs/contract/flags.md#put-resets). */
export const updateFeature = mutation(
  operation,
  async (context, { params: { projectId, featureName }, body }) => {
    if (body.name !== undefined && body.name !== featureName)
      throw badData('Cannot change name of feature flag', '/body/name')
    const feature = await requireActiveFeature(context.visible, projectId, featureName)
    return changeFeature(context, feature, {
      description: body.description ?? null,
      type: body.type ?? 'release',
      stale: body.stale ?? false,
      impressionData: body.impressionData ?? false,
      archived: body.archived ?? false,
    })
  },
)
