import type { FormerFlag } from '#shared/versions/schemas/former-flag.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findEnabled } from '#domains/flags/features/feature-environments.store.ts'
import { staleFeatures } from '#shared/flags/contract/features.ts'
import { switchTo } from './change-in-environment.ts'
import { readChanged, requireFormerPlace } from './place-of-former-flag.ts'

interface OfFlag {
  params: { featureName: string }
}

/** Enables or disables a flag in the environment of former versions. */
export async function switchFlag(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  next: (is: boolean) => boolean,
): Promise<FormerFlag> {
  const { everything } = context
  const place = await requireFormerPlace(context.visible, featureName)
  const is = await findEnabled(everything, featureName, place.environment)
  await switchTo(context, place, next(is ?? false))
  return readChanged(everything, place)
}

/** Marks a flag as stale, or as not stale. */
export async function setStale(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  stale: boolean,
): Promise<FormerFlag> {
  const place = await requireFormerPlace(context.visible, featureName)
  await context.performAs(context.caller.actor, staleFeatures, {
    params: { projectId: place.projectId },
    body: { features: [featureName], stale },
  })
  return readChanged(context.everything, place)
}
