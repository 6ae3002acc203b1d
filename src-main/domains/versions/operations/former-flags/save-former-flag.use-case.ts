import {
  createFormerFlag as create,
  updateFormerFlag as update,
} from '../../../../../src-shared/contract/former/flags.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { createFeature } from '../../../flags/operations/features/create-feature.use-case.ts'
import { placeOfFlag } from '../../../flags/records/features/require-stored-flag.ts'
import { staleFeatures } from '../../../flags/operations/features/stale-features.use-case.ts'
import { updateFeature } from '../../../flags/operations/features/update-feature.use-case.ts'
import { changeInEnvironment } from '../../records/former-flags/change-in-environment.ts'
import {
  readChanged,
  requireFormerPlace,
  requireSoleEnvironment,
} from '../../records/former-flags/place-of-former-flag.ts'

/** Creates a flag with all that it has, or none. */
export const createFormerFlag = mutation(create, async (context, { body }) => {
  const { project: projectId = 'default', stale = false, ...draft } = body
  const { name, type, description, impressionData } = draft
  const { actor } = context.caller
  await context.performAs(actor, createFeature, {
    params: { projectId },
    body: { name, type, description, impressionData },
  })
  if (stale)
    await context.performAs(actor, staleFeatures, {
      params: { projectId },
      body: { features: [name], stale },
    })
  const place = { projectId, featureName: name, environment: await requireSoleEnvironment(context.queries) }
  await changeInEnvironment(context, place, draft)
  return readChanged(context.queries, place)
})

/** Replaces a flag's settings, which go back to their defaults where they are not sent, as they still do. */
export const updateFormerFlag = mutation(
  update,
  async (context, { params: { featureName }, body }) => {
    const place = await requireFormerPlace(context.visible, featureName)
    const { name, type, description, stale, impressionData, ...rest } = body
    await context.performAs(context.caller.actor, updateFeature, {
      params: { projectId: place.projectId, featureName },
      body: { name, type, description, stale, impressionData },
    })
    await changeInEnvironment(context, place, rest)
    return readChanged(context.queries, place)
  },
  { placeOf: placeOfFlag },
)
