import type { Feature } from '../../../../../src-shared/flags/schemas/feature.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { toFeature, type StoredFeature } from './feature.ts'
import { updateFeatureRow } from './features.store.ts'

type Change = Pick<StoredFeature, 'description' | 'type' | 'stale' | 'impressionData'>

/** Writes new settings of a flag, and the events that tell of what really changed. */
export async function changeFeature(
  context: MutationContext,
  before: StoredFeature,
  change: Change,
): Promise<Feature> {
  const after: StoredFeature = { ...before, ...change }
  const place = { project: before.project, featureName: before.name }
  const metadata =
    before.description !== after.description ||
    before.type !== after.type ||
    before.impressionData !== after.impressionData
  const isStaleChanged = before.stale !== after.stale
  if (metadata || isStaleChanged) await updateFeatureRow(context.queries, before.name, change)
  if (metadata) {
    context.record({
      type: 'feature-metadata-updated',
      ...place,
      data: { ...toFeature(after) },
      preData: { ...toFeature(before) },
    })
  }
  if (isStaleChanged) {
    context.record({ type: after.stale ? 'feature-stale-on' : 'feature-stale-off', ...place })
  }
  return toFeature(after)
}
