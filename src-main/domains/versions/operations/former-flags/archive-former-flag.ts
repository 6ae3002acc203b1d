import { archiveFormerFlag as archive } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { placeOfFlag, requireStoredFlag } from '#domains/flags/records/features/require-stored-flag.ts'

export const archiveFormerFlag = mutation(
  archive,
  async (context, { params: { featureName } }) => {
    const { project } = await requireStoredFlag(context.visible, featureName)
    await context.performAs(context.caller.actor, archiveFeature, {
      params: { projectId: project, featureName },
    })
  },
  { placeOf: placeOfFlag },
)
