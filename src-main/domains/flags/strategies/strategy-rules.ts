import { namedConstraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import { detail, type ErrorDetail } from '#shared/errors/error-table.ts'
import { VALIDATION_MESSAGE } from '#shared/errors/validation.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Strategy } from '#shared/flags/schemas/strategy.ts'
import { variantsProblem } from '#shared/flags/variants/normalise-weights.ts'
import { AppError, badData, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { readLegalValues, readSegmentProjects, readStrategyTypeNames } from './targeting.store.ts'

type Checked = Pick<Strategy, 'name' | 'constraints' | 'variants' | 'segments'>

/** Items that strategies name, as far as they exist: read once for many strategies. */
interface Targeting {
  types: ReadonlySet<string>
  legalValues: LegalValues
  segmentProjects: ReadonlyMap<number, string | null>
}

type LegalValues = Awaited<ReturnType<typeof readLegalValues>>

/** Reads what the rules need to know of strategies. */
export async function readTargeting(
  { everything, visible }: MutationContext,
  strategies: readonly Checked[],
): Promise<Targeting> {
  const unique = <T>(values: readonly T[]) => [...new Set(values)]
  return {
    types: await readStrategyTypeNames(everything, unique(strategies.map((one) => one.name))),
    legalValues: await readLegalValues(
      visible,
      unique(strategies.flatMap((one) => one.constraints.map(({ contextName }) => contextName))),
    ),
    segmentProjects: await readSegmentProjects(visible, unique(strategies.flatMap((one) => one.segments))),
  }
}

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
  checkStrategy(context, await readTargeting(context, [strategy]), project, strategy, before)
}

/** The same, with what has been read of it. */
export function checkStrategy(
  context: MutationContext,
  targeting: Targeting,
  project: string | null,
  strategy: Checked,
  before?: Checked,
): void {
  if (!targeting.types.has(strategy.name)) {
    throw badData(`Could not find strategy type with name ${strategy.name}`, '/body/name')
  }
  requireWithinLimits(context, strategy, before)
  checkConstraints(targeting.legalValues, strategy.constraints)
  checkSegments(context, targeting, project, strategy.segments)
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
  const names = [...new Set(constraints.map((one) => one.contextName))]
  checkConstraints(await readLegalValues(queries, names), constraints)
}

function checkConstraints(legal: LegalValues, constraints: readonly Constraint[]): void {
  const details: ErrorDetail[] = constraints.flatMap((constraint, index) => {
    const problem = namedConstraintProblem(constraint, legal.get(constraint.contextName))
    return problem ? [detail(problem, `/body/constraints/${index}`)] : []
  })
  if (details.length > 0) throw new AppError('BadDataError', VALIDATION_MESSAGE, { details })
}

function checkSegments(
  { limits }: MutationContext,
  { segmentProjects: projects }: Targeting,
  project: string | null,
  segments: readonly number[],
): void {
  if (segments.length > limits.strategySegments) {
    throw badData(`Strategies may not have more than ${limits.strategySegments} segments`, '/body/segments')
  }
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
