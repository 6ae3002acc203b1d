import { constraintProblem } from '../../../../../src-shared/flags/constraints/validate-constraint.ts'
import { detail, type ErrorDetail } from '../../../../../src-shared/errors/error-table.ts'
import { VALIDATION_MESSAGE } from '../../../../../src-shared/errors/validation.ts'
import type { Constraint } from '../../../../../src-shared/flags/schemas/constraint.ts'
import type { Strategy } from '../../../../../src-shared/flags/schemas/strategy.ts'
import { variantsProblem } from '../../../../../src-shared/flags/variants/normalise-weights.ts'
import { AppError, badData, exceedsLimit } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readLegalValues, readSegmentProjects, strategyTypeExists } from './targeting.store.ts'

type Checked = Pick<Strategy, 'name' | 'constraints' | 'variants' | 'segments'>

/**
 * Throws 400, naming the fault, unless a strategy is valid for a flag of `project`
 * (docs/contract/flags.md#strategies, docs/contract/flags.md#constraints, docs/contract/limits.md#limits).
 * `project` is null for a strategy of any flag, as in a release template. `before` is the strategy it
 * replaces: one that already exceeds a limit may shrink.
 */
export async function requireValidStrategy(
  context: MutationContext,
  project: string | null,
  strategy: Checked,
  before?: Checked,
): Promise<void> {
  if (!(await strategyTypeExists(context.queries, strategy.name))) {
    throw badData(`Could not find strategy type with name ${strategy.name}`, '/body/name')
  }
  requireWithinLimits(context, strategy, before)
  await requireValidConstraints(context.visible, strategy.constraints)
  await requireUsableSegments(context, project, strategy.segments)
  const problem = variantsProblem(strategy.variants)
  if (problem) throw badData(problem, '/body/variants')
}

function requireWithinLimits({ limits }: MutationContext, { constraints }: Checked, before?: Checked): void {
  const { constraints: max, constraintValues } = limits
  if (constraints.length > max && constraints.length > (before?.constraints.length ?? 0))
    throw exceedsLimit('constraints', max)
  for (const { contextName, values } of constraints) {
    const had = before?.constraints.find((one) => one.contextName === contextName)?.values.length ?? 0
    if (values.length > constraintValues && values.length > had) {
      throw exceedsLimit(`constraint values for ${contextName}`, constraintValues)
    }
  }
}

/**
 * Throws unless every constraint can be evaluated and uses the legal values of its field
 * (docs/contract/flags.md#constraints).
 */
export async function requireValidConstraints(
  queries: Queries,
  constraints: readonly Constraint[],
): Promise<void> {
  const legal = await readLegalValues(queries, [...new Set(constraints.map((one) => one.contextName))])
  const details: ErrorDetail[] = constraints.flatMap((constraint, index) => {
    const problem = constraintProblem(constraint, legal.get(constraint.contextName))
    return problem ? [detail(problem, `/body/constraints/${index}`)] : []
  })
  if (details.length > 0) throw new AppError('BadDataError', VALIDATION_MESSAGE, { details })
}

async function requireUsableSegments(
  { visible, limits }: MutationContext,
  project: string | null,
  segments: readonly number[],
): Promise<void> {
  if (segments.length > limits.strategySegments) {
    throw badData(`Strategies may not have more than ${limits.strategySegments} segments`, '/body/segments')
  }
  const projects = await readSegmentProjects(visible, segments)
  for (const id of segments) {
    const owner = projects.get(id)
    if (owner === undefined) {
      // 404 as in recorded exchange segments/strategy-with-unknown-segment
      const message = `No segment exists with ID "${id}"`
      throw new AppError('NotFoundError', message, { details: [detail(message, '/body/segments')] })
    }
    if (owner !== null && owner !== project) {
      throw badData(
        project === null
          ? `Segment "${id}" belongs to project "${owner}" and cannot be used in all projects`
          : `Segment "${id}" belongs to project "${owner}" and cannot be used in project "${project}"`,
        '/body/segments',
      )
    }
  }
}
