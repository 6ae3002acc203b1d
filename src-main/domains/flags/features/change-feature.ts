import { archiveFeature } from '#shared/flags/contract/features.ts'
import type { Feature } from '#shared/flags/schemas/feature.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { toFeature, type StoredFeature } from './feature.ts'
import { requireFeature, updateFeatureRow } from './features.store.ts'

type Settings = Pick<StoredFeature, 'description' | 'type' | 'stale' | 'impressionData'>

/** Writes new settings of a flag, and the events that tell of what really changed. It is archived if they say so. */
export async function changeFeature(
  context: MutationContext,
  before: StoredFeature,
  { archived = false, ...change }: Settings & { archived?: boolean },
): Promise<Feature> {
  const after: StoredFeature = { ...before, ...change }
  const place = { project: before.project, featureName: before.name }
  const metadata =
    before.description !== after.description ||
    before.type !== after.type ||
    before.impressionData !== after.impressionData
  const isStaleChanged = before.stale !== after.stale
  if (metadata || isStaleChanged) await updateFeatureRow(context.everything, before.name, change)
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
  if (!archived) return toFeature(after)
  const params = { projectId: before.project, featureName: before.name }
  await context.performAs(context.caller.actor, archiveFeature, { params })
  const { archivedAt, ...gone } = await requireFeature(context.visible, before.project, before.name)
  return { ...toFeature({ ...gone, archivedAt }), ...(archivedAt === null ? {} : { archivedAt }) }
}
