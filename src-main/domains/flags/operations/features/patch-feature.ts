import { patchFeature as operation } from '#shared/flags/contract/features.ts'
import { UpdateFeature, type Feature } from '#shared/flags/schemas/feature.ts'
import { badData } from '#kernel/app-error.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeFeature } from '../../records/features/change-feature.ts'
import { toFeature } from '../../records/features/feature.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'

const FIXED = ['name', 'project', 'createdAt', 'lastSeenAt'] as const satisfies (keyof Feature)[]

/** Changes a flag by a JSON Patch on its short form (docs/contract/flags.md#flags). */
export const patchFeature = mutation(
  operation,
  async (context, { params: { projectId, featureName }, body }) => {
    const feature = await requireActiveFeature(context.visible, projectId, featureName)
    const before = toFeature(feature)
    const patched = applyJsonPatch(before, body)
    const wanted = parseBody(UpdateFeature, patched)
    for (const field of FIXED) {
      if ((patched as Partial<Feature>)[field] !== before[field])
        throw badData(`Cannot change ${field} of feature flag`, `/body/${field}`)
    }
    const { description, type, stale, impressionData, archived } = wanted
    return changeFeature(context, feature, {
      description: description ?? null,
      type: type ?? 'release',
      stale: stale ?? false,
      impressionData: impressionData ?? false,
      archived: archived ?? false,
    })
  },
)
