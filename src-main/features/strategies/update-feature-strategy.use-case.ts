import { updateFeatureStrategy as operation } from '../../../src-shared/contract/strategies.ts'
import { mutation } from '../../kernel/use-case.ts'
import type { PlacedStrategy } from '../features/index.ts'
import { requireActiveProject } from '../projects/index.ts'
import { changeStrategy } from './change-strategy.ts'
import { findStrategyToChange } from './find-placed-strategy.ts'
import { completeParameters, toConstraints, toStrategy, toVariants } from './strategy.ts'

/** Replaces constraints, parameters and variants; the rest stays unless it is sent (semantics.md 4.3, exchange 217). */
export const updateFeatureStrategy = mutation(operation, async (context, { params, body }) => {
  const before = await findStrategyToChange(context.queries, params)
  const { defaultStickiness } = await requireActiveProject(context.queries, params.projectId)
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
      flag: params.featureName,
      stickiness: defaultStickiness,
    }),
  }
  await changeStrategy(context, params.projectId, before, after)
  return toStrategy(after)
})
