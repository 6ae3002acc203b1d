import { contextValue } from './context.ts'
import type { EvaluatedConstraint, EvaluatedStrategy, EvaluationContext, World } from './model.ts'
import { constraintHolds, constraintProblem } from './operators.ts'
import type { ConstraintTrace, SegmentTrace } from './result.ts'

function currentTime(context: EvaluationContext, world: World): Date {
  return context.currentTime === undefined ? world.now : new Date(context.currentTime)
}

export function holds(constraint: EvaluatedConstraint, context: EvaluationContext, world: World): boolean {
  return constraintHolds(
    constraint,
    contextValue(context, constraint.contextName),
    currentTime(context, world),
  )
}

/**
 * Checks whether all constraints of a strategy and of its segments match. Stops at the first that does not.
 */
export function lets(strategy: EvaluatedStrategy, context: EvaluationContext, world: World): boolean {
  const all = (constraints: readonly EvaluatedConstraint[] = []) =>
    constraints.every((one) => holds(one, context, world))
  if (!all(strategy.constraints)) return false
  return (strategy.segments ?? []).every((id) => {
    const segment = world.segment(id)
    return segment !== undefined && all(segment.constraints)
  })
}

/** The same, with what each constraint said. */
export function traceConstraints(
  constraints: readonly EvaluatedConstraint[] | undefined,
  context: EvaluationContext,
  world: World,
): ConstraintTrace[] {
  return (constraints ?? []).map((constraint) => {
    const value = contextValue(context, constraint.contextName)
    const problem = constraintProblem(constraint, value)
    return {
      ...constraint,
      result: constraintHolds(constraint, value, currentTime(context, world)),
      contextValue: value ?? null,
      ...(problem === undefined ? {} : { problem }),
    }
  })
}

export function traceSegments(
  ids: readonly number[] | undefined,
  context: EvaluationContext,
  world: World,
): SegmentTrace[] {
  return (ids ?? []).map((id) => {
    const segment = world.segment(id)
    const constraints = traceConstraints(segment?.constraints, context, world)
    return {
      id,
      name: segment?.name ?? null,
      found: segment !== undefined,
      result: segment !== undefined && constraints.every((constraint) => constraint.result),
      constraints,
    }
  })
}
