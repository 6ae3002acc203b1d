import { AppError, badData } from '#kernel/app-error.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import { detail } from '#shared/errors/error-table.ts'
import { VALIDATION_MESSAGE } from '#shared/errors/validation.ts'
import { namedConstraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import * as constraintsContract from '#shared/flags/contract/constraints.ts'
import * as strategiesContract from '#shared/flags/contract/strategies.ts'
import { CreateStrategy, type Strategy } from '#shared/flags/schemas/strategy.ts'
import { withoutPlace } from '../features/feature-details.read-model.ts'
import { readStrategies } from '../features/feature-strategies.store.ts'
import { requireActiveFeature, requireFeature } from '../features/features.store.ts'
import { addStrategy } from '../strategies/add-strategy.ts'
import { changeStrategy } from '../strategies/change-strategy.ts'
import { findPlacedStrategy, findStrategyToChange } from '../strategies/find-placed-strategy.ts'
import { removeStrategy } from '../strategies/remove-strategy.ts'
import { reorderStrategies } from '../strategies/reorder-strategies.ts'
import { replaceStrategy } from '../strategies/replace-strategy.ts'
import { toConstraints, toStrategy, toVariants } from '../strategies/strategy.ts'
import { readLegalValues } from '../strategies/targeting.store.ts'

/**
 * Checks whether a constraint can be evaluated, with the legal values of its field (recorded exchanges
 * strategies/constraints-validate-ok and strategies/constraints-validate-bad).
 */
export const validateConstraint = query(
  constraintsContract.validateConstraint,
  async ({ visible }, { body }) => {
    const legal = await readLegalValues(visible, [body.contextName])
    const problem = namedConstraintProblem(body, legal.get(body.contextName))
    if (problem !== null)
      throw new AppError('BadDataError', VALIDATION_MESSAGE, { details: [detail(problem, '/body')] })
  },
)

export const getFeatureStrategies = query(
  strategiesContract.getFeatureStrategies,
  async ({ visible }, { params: { projectId, featureName, environment } }) => {
    await requireFeature(visible, projectId, featureName)
    return (await readStrategies(visible, { features: [featureName], environment })).map(withoutPlace)
  },
)

export const addFeatureStrategy = mutation(
  strategiesContract.addFeatureStrategy,
  async (context, { params, body }) => {
    await requireActiveFeature(context.visible, params.projectId, params.featureName)
    return toStrategy(await addStrategy(context, params, body))
  },
)

export const getFeatureStrategy = query(
  strategiesContract.getFeatureStrategy,
  async ({ visible }, { params }) => {
    await requireFeature(visible, params.projectId, params.featureName)
    return toStrategy(await findPlacedStrategy(visible, params))
  },
)

export const updateFeatureStrategy = mutation(
  strategiesContract.updateFeatureStrategy,
  async (context, { params, body }) => toStrategy(await replaceStrategy(context, params, body)),
)

/** Changes a strategy by a JSON Patch; the result must be a strategy again (docs/contract/flags.md#strategies). */
export const patchFeatureStrategy = mutation(
  strategiesContract.patchFeatureStrategy,
  async (context, { params, body }) => {
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
  },
)

export const deleteFeatureStrategy = mutation(
  strategiesContract.deleteFeatureStrategy,
  (context, { params }) => removeStrategy(context, params),
)

export const setStrategySortOrder = mutation(
  strategiesContract.setStrategySortOrder,
  (context, { params, body }) => reorderStrategies(context, params, body),
)
