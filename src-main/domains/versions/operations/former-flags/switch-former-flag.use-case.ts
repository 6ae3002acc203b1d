import {
  archiveFormerFlag as archive,
  markFormerFlagStale as mark,
  toggleFormerFlag as toggle,
  toggleFormerFlagOff as off,
  toggleFormerFlagOn as on,
  unmarkFormerFlagStale as unmark,
} from '../../../../../src-shared/contract/former/flags.ts'
import type { FormerFlag } from '../../../../../src-shared/schemas/former-flag.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { archiveFeature } from '../../../flags/operations/features/archive-feature.use-case.ts'
import { findEnabled } from '../../../flags/records/features/feature-environments.store.ts'
import { placeOfFlag, requireStoredFlag } from '../../../flags/records/features/require-stored-flag.ts'
import { staleFeatures } from '../../../flags/operations/features/stale-features.use-case.ts'
import { switchTo } from '../../records/former-flags/change-in-environment.ts'
import {
  placeOfFormerFlag,
  readChanged,
  requireFormerPlace,
} from '../../records/former-flags/place-of-former-flag.ts'

interface OfFlag {
  params: { featureName: string }
}

export const toggleFormerFlagOn = mutation(
  on,
  (context, request) => switchFlag(context, request, () => true),
  { placeOf: placeOfFormerFlag },
)

export const toggleFormerFlagOff = mutation(
  off,
  (context, request) => switchFlag(context, request, () => false),
  { placeOf: placeOfFormerFlag },
)

export const toggleFormerFlag = mutation(
  toggle,
  (context, request) => switchFlag(context, request, (is) => !is),
  { placeOf: placeOfFormerFlag },
)

async function switchFlag(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  next: (is: boolean) => boolean,
): Promise<FormerFlag> {
  const { queries } = context
  const place = await requireFormerPlace(context.visible, featureName)
  const is = await findEnabled(queries, featureName, place.environment)
  await switchTo(context, place, next(is ?? false))
  return readChanged(queries, place)
}

export const markFormerFlagStale = mutation(mark, (context, request) => setStale(context, request, true), {
  placeOf: placeOfFlag,
})

export const unmarkFormerFlagStale = mutation(
  unmark,
  (context, request) => setStale(context, request, false),
  { placeOf: placeOfFlag },
)

async function setStale(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  stale: boolean,
): Promise<FormerFlag> {
  const place = await requireFormerPlace(context.visible, featureName)
  await context.performAs(context.caller.actor, staleFeatures, {
    params: { projectId: place.projectId },
    body: { features: [featureName], stale },
  })
  return readChanged(context.queries, place)
}

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
