import { patchFeatureStrategy as operation } from '#shared/flags/contract/strategies.ts'
import { CreateStrategy, type Strategy } from '#shared/flags/schemas/strategy.ts'
import { badData } from '#kernel/app-error.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeStrategy } from '../../records/strategies/change-strategy.ts'
import { findStrategyToChange } from '../../records/strategies/find-placed-strategy.ts'
import { toConstraints, toStrategy, toVariants } from '../../records/strategies/strategy.ts'

/** Changes a strategy by a JSON Patch; the result must be a strategy again (docs/contract/flags.md#strategies). */
export const patchFeatureStrategy = mutation(operation, async (context, { params, body }) => {
  const before = await findStrategyToChange(context.visible, params)
  const patched = applyJsonPatch(toStrategy(before), body)
  const draft = parseBody(CreateStrategy, patched)
  if ((patched as Partial<Strategy>).id !== before.id)
    throw badData('Cannot change id of a strategy', '/body/id')
  const after = {
    ...before,
    name: draft.name,
    title: draft.title ?? null,
    disabled: draft.disabled ?? false,
    sortOrder: draft.sortOrder ?? before.sortOrder,
    constraints: toConstraints(draft.constraints),
    parameters: draft.parameters ?? {},
    variants: toVariants(draft.variants),
    segments: draft.segments ?? [],
  }
  await changeStrategy(context, params.projectId, before, after)
  return toStrategy(after)
})
