import { contextValue } from './context.ts'
import type { EvaluatedConstraint, EvaluatedStrategy, EvaluationContext, EvaluationSources } from './model.ts'
import { matchesValue, constraintProblem } from './operators.ts'
import type { ConstraintTrace, SegmentTrace } from './result.ts'

function currentTime(context: EvaluationContext, sources: EvaluationSources): Date {
  return context.currentTime === undefined ? sources.now : new Date(context.currentTime)
}

export function matchesConstraint(
  constraint: EvaluatedConstraint,
  context: EvaluationContext,
  sources: EvaluationSources,
): boolean {
  return matchesValue(
    constraint,
    contextValue(context, constraint.contextName),
    currentTime(context, sources),
  )
}

/**
 * Checks whether all constraints of a strategy and of its segments match. Stops at the first that does not.
 */
export function matchesConstraints(
  strategy: EvaluatedStrategy,
  context: EvaluationContext,
  sources: EvaluationSources,
): boolean {
  const all = (constraints: readonly EvaluatedConstraint[] = []) =>
    constraints.every((one) => matchesConstraint(one, context, sources))
  if (!all(strategy.constraints)) return false
  return (strategy.segments ?? []).every((id) => {
    const segment = sources.segment(id)
    return segment !== undefined && all(segment.constraints)
  })
}

/** The same, with what each constraint said. */
export function traceConstraints(
  constraints: readonly EvaluatedConstraint[] | undefined,
  context: EvaluationContext,
  sources: EvaluationSources,
): ConstraintTrace[] {
  return (constraints ?? []).map((constraint) => {
    const value = contextValue(context, constraint.contextName)
    const problem = constraintProblem(constraint, value)
    return {
      ...constraint,
      result: matchesValue(constraint, value, currentTime(context, sources)),
      contextValue: value ?? null,
      ...(problem === undefined ? {} : { problem }),
    }
  })
}

export function traceSegments(
  ids: readonly number[] | undefined,
  context: EvaluationContext,
  sources: EvaluationSources,
): SegmentTrace[] {
  return (ids ?? []).map((id) => {
    const segment = sources.segment(id)
    const constraints = traceConstraints(segment?.constraints, context, sources)
    return {
      id,
      name: segment?.name ?? null,
      found: segment !== undefined,
      result: segment !== undefined && constraints.every((constraint) => constraint.result),
      constraints,
    }
  })
}
