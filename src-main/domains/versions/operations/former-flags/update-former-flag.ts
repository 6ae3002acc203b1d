import { updateFormerFlag as update } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag } from '#domains/flags/records/features/require-stored-flag.ts'
import { updateFeature } from '#shared/flags/contract/features.ts'
import { changeInEnvironment } from '../../records/former-flags/change-in-environment.ts'
import { readChanged, requireFormerPlace } from '../../records/former-flags/place-of-former-flag.ts'

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
