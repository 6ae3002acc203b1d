import { isEqual } from '#shared/configuration/equality.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import { performDependencies, performFlag } from '#domains/transfer/scenario-steps/perform-flag.ts'
import {
  performContextField,
  performSegment,
  performStrategyType,
  performTagType,
} from '#domains/transfer/scenario-steps/perform-items.ts'
import { isOf, type FlagPerformer } from '#domains/transfer/scenario-steps/step-performer.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Side } from '../side.ts'
import type { OriginalActs } from './original-acts.ts'

interface Act {
  name: string
  perform: () => Promise<unknown>
}

/**
 * Performs the steps of a plan at a service, one request after the other. It has no all or nothing: an error says what was
 * written by then.
 */
export async function performOriginal(
  side: Side,
  acts: OriginalActs,
  steps: readonly PlannedStep[],
): Promise<void> {
  const all = actsOf(acts, steps)
  for (const [index, { name, perform }] of all.entries()) {
    const before = acts.written
    try {
      await perform()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isUnclear = acts.written > before || error.status >= SERVER_ERROR
      throw stoppedAt(side, error, { name, isUnclear, done: all.slice(0, index), left: all.slice(index + 1) })
    }
  }
}

const SERVER_ERROR = 500

/** Parents may come after their children, so that dependencies are last. */
function actsOf(acts: OriginalActs, steps: readonly PlannedStep[]): Act[] {
  const ofList = <List extends PlannedStep['list']>(list: List, perform: FlagPerformer<List>): Act[] =>
    steps
      .filter(isOf(list))
      .map((step) => ({ name: `${list}/${step.name}`, perform: () => perform(acts, step) }))
  const dependencies = steps
    .filter(isOf('flags'))
    .filter(({ changes }) =>
      changes.some(
        ({ path, before, after }) => path === 'dependencies' && !isEqual(before ?? [], after ?? []),
      ),
    )
  return [
    ...ofList('projects', (_acts, { after: body }) => acts.perform(createProject, { body })),
    ...ofList('contextFields', performContextField),
    ...ofList('tagTypes', performTagType),
    ...ofList('strategyTypes', performStrategyType),
    ...ofList('segments', performSegment),
    ...ofList('flags', performFlag),
    ...dependencies.map((step) => ({
      name: `dependencies of flags/${step.name}`,
      perform: () => performDependencies(acts, step),
    })),
  ]
}

interface Stop {
  name: string
  /** Some of the step may be written. */
  isUnclear: boolean
  done: readonly Act[]
  left: readonly Act[]
}

/** Says what was written before an error, and what was not. */
function stoppedAt(side: Side, error: AppError, { name, isUnclear, done, left }: Stop): AppError {
  const lines = [
    `The promotion stopped at ${name}: ${error.message}`,
    done.length === 0 ? 'Nothing was changed before.' : `Done before: ${inBrief(done)}.`,
    isUnclear ? `${name} may be changed in part.` : `${name} was not changed.`,
    ...(left.length === 0 ? [] : [`Not done: ${inBrief(left)}.`]),
    `No change request was submitted. Check the new plan for ${side.name}, and promote again.`,
  ]
  return new AppError(error.name, lines.join(' '), { details: lines.map((line) => detail(line)) })
}

const MAX_NAMED = 10
const inBrief = (acts: readonly Act[]): string =>
  acts
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ') + (acts.length > MAX_NAMED ? ` and ${acts.length - MAX_NAMED} more` : '')
