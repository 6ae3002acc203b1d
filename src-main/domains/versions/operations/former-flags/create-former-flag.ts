import { createFormerFlag as create } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { staleFeatures } from '#shared/flags/contract/features.ts'
import { changeInEnvironment } from '../../records/former-flags/change-in-environment.ts'
import { readChanged, requireSoleEnvironment } from '../../records/former-flags/place-of-former-flag.ts'

/** Creates a flag with all that it has, or none. */
export const createFormerFlag = mutation(create, async (context, { body }) => {
  const { project: projectId, stale = false, ...draft } = body
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
