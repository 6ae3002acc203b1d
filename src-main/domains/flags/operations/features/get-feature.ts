import { getFeature as operation } from '#shared/flags/contract/features.ts'
import { notFound } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { readFeatureDetails } from '../../records/features/feature-details.read-model.ts'
import { requireFeature } from '../../records/features/features.store.ts'

/** A flag with its environments; an archived one is not found here (docs/contract/flags.md#not-found). */
export const getFeature = query(
  operation,
  async ({ queries, now, caller }, { params: { projectId, featureName }, query }) => {
    const feature = await requireFeature(queries, projectId, featureName)
    if (feature.archivedAt !== null) throw notFound(`Could not find feature flag with name ${featureName}`)
    return readFeatureDetails(queries, now, feature, {
      user: personOf(caller.actor),
      withVariants: query.variantEnvironments ?? false,
    })
  },
)
