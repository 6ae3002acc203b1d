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
import type { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import { AppError } from '#kernel/app-error.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import type { PromotionInstance } from '../side.ts'
import { OriginalActs } from './original-acts.ts'
import { AT_ONCE } from './read-original.ts'

interface Act {
  name: string
  perform: (acts: OriginalActs) => Promise<unknown>
}

interface Failure {
  act: Act
  error: AppError
  /** Some of the step may be written. */
  isUnclear: boolean
}

/**
 * Performs the steps of a plan at a service: one after the other, but several flags at once, which no other flag refers to before
 * its dependencies are set. It has no all or nothing: an error says what was written until all that was under way had ended.
 */
export async function performOriginal(
  side: PromotionInstance,
  { ids, signal }: { ids: ItemIds; signal: AbortSignal },
  steps: readonly PlannedStep[],
): Promise<void> {
  const { before, flags, after } = actsOf(steps)
  const all = [...before, ...flags, ...after]
  const [done, failures] = [new Set<Act>(), new Array<Failure>()]
  const perform = async (act: Act): Promise<void> => {
    if (failures.length > 0) return
    const acts = new OriginalActs(side, ids, signal)
    try {
      await act.perform(acts)
      done.add(act)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.push({ act, error, isUnclear: acts.written > 0 || error.status >= SERVER_ERROR })
    }
  }
  await inSteps(before, perform)
  await mapAtOnce(flags, AT_ONCE, perform)
  await inSteps(after, perform)
  if (failures.length === 0) return
  throw stopped(side, failures, {
    done: all.filter((act) => done.has(act)),
    left: all.filter((act) => !done.has(act) && failures.every((failure) => failure.act !== act)),
  })
}

const SERVER_ERROR = 500

/** Parents may come after their children, so that dependencies are last. */
function actsOf(steps: readonly PlannedStep[]): Record<'before' | 'flags' | 'after', Act[]> {
  const ofList = <List extends PlannedStep['list']>(list: List, perform: FlagPerformer<List>): Act[] =>
    steps
      .filter(isOf(list))
      .map((step) => ({ name: `${list}/${step.name}`, perform: (acts) => perform(acts, step) }))
  const dependencies = steps
    .filter(isOf('flags'))
    .filter(({ changes }) =>
      changes.some(
        ({ path, before, after }) => path === 'dependencies' && !isEqual(before ?? [], after ?? []),
      ),
    )
  return {
    before: [
      ...ofList('projects', (acts, { after: body }) => acts.perform(createProject, { body })),
      ...ofList('contextFields', performContextField),
      ...ofList('tagTypes', performTagType),
      ...ofList('strategyTypes', performStrategyType),
      ...ofList('segments', performSegment),
    ],
    flags: ofList('flags', performFlag),
    after: dependencies.map((step) => ({
      name: `dependencies of flags/${step.name}`,
      perform: (acts) => performDependencies(acts, step),
    })),
  }
}

/** Says what was written before an error, and what was not. */
function stopped(
  side: PromotionInstance,
  failures: readonly Failure[],
  { done, left }: Record<'done' | 'left', readonly Act[]>,
): AppError {
  const name = failures[0]?.error.name ?? 'InvalidOperationError'
  const lines = [
    ...failures.map(({ act, error }) => `The promotion stopped at ${act.name}: ${error.message}`),
    done.length === 0 ? 'Nothing else was changed.' : `Done: ${inBrief(done)}.`,
    ...failures.map(({ act, isUnclear }) =>
      isUnclear ? `${act.name} may be changed in part.` : `${act.name} was not changed.`,
    ),
    ...(left.length === 0 ? [] : [`Not done: ${inBrief(left)}.`]),
    `No change request was submitted. Check the new plan for ${side.name}, and promote again.`,
  ]
  return new AppError(name, lines.join(' '), { details: lines.map((line) => detail(line)) })
}

const MAX_NAMED = 10
const inBrief = (acts: readonly Act[]): string =>
  acts
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ') + (acts.length > MAX_NAMED ? ` and ${acts.length - MAX_NAMED} more` : '')
