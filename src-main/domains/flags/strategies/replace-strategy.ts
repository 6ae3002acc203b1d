import type { z } from 'zod'

import type { StrategyParams } from '#shared/contract-engine/params.ts'
import type { UpdateStrategy } from '#shared/flags/schemas/strategy.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { PlacedStrategy } from '../features/feature-strategies.store.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { changeStrategy } from './change-strategy.ts'
import { findStrategyToChange } from './find-placed-strategy.ts'
import { completeParameters, toConstraints, toVariants } from './strategy.ts'

/**
 * Replaces constraints, parameters and variants; the rest stays unless it is sent
 * (docs/contract/flags.md#strategies).
 */
export async function replaceStrategy(
  context: MutationContext,
  place: z.output<typeof StrategyParams>,
  body: UpdateStrategy,
): Promise<PlacedStrategy> {
  const before = await findStrategyToChange(context.visible, place)
  const { defaultStickiness } = await requireActiveProject(context.everything, place.projectId)
  const name = body.name ?? before.name
  const after: PlacedStrategy = {
    ...before,
    name,
    title: body.title === undefined ? before.title : body.title,
    disabled: body.disabled ?? before.disabled,
    sortOrder: body.sortOrder ?? before.sortOrder,
    segments: body.segments ?? before.segments,
    constraints: toConstraints(body.constraints),
    variants: toVariants(body.variants),
    parameters: completeParameters(name, body.parameters ?? {}, {
      flag: place.featureName,
      stickiness: defaultStickiness,
    }),
  }
  await changeStrategy(context, place.projectId, before, after)
  return after
}
