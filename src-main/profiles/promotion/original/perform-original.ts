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
import {
  isOf,
  type FlagPerformer,
  type FlagActs,
  type FlagPlace,
} from '#domains/transfer/scenario-steps/step-performer.ts'
import type { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import { AppError } from '#kernel/app-error.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { type PromotionInstance, ask } from '../side.ts'
import { AT_ONCE } from './read-original.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import { readerOf, type Reader } from './ask-original.ts'
import { Flag } from './original-shapes.ts'
import { inTheirOrder } from './to-scenario-flag.ts'

/** Performs the operations of a step at a service, one request after the other. */
class OriginalActs implements FlagActs {
  readonly ids: ItemIds
  readonly #side: PromotionInstance
  readonly #signal: AbortSignal
  readonly #read: Reader
  #written = 0

  constructor(side: PromotionInstance, ids: ItemIds, signal: AbortSignal) {
    this.ids = ids
    this.#side = side
    this.#signal = signal
    this.#read = readerOf(side, signal)
  }

  /** Number of writes that the service has accepted. */
  get written(): number {
    return this.#written
  }

  readonly perform = async <O extends Operation>(
    { operationId }: O,
    input: RawRequest,
  ): Promise<Result<O>> => {
    const path = operationId as OperationId
    const answer = await ask(this.#side, { path, type: 'mutation', input, signal: this.#signal })
    this.#written += 1
    return answer as Result<O>
  }

  async linksOf(place: FlagPlace) {
    const { links } = await this.#flag(place)
    return (links ?? []).map(({ id, url, title }) => ({ id: id ?? '', url, title: title ?? null }))
  }

  async strategiesOf({ environment, ...place }: FlagPlace & { environment: string }) {
    const { environments } = await this.#flag(place)
    const strategies = environments.find(({ name }) => name === environment)?.strategies ?? []
    return inTheirOrder(strategies).map((one) => ({ ...one, id: one.id ?? '' }))
  }

  #flag({ projectId, featureName }: FlagPlace) {
    const params = { projectId, featureName }
    return this.#read('getFeature', Flag, { params, query: { variantEnvironments: true } })
  }
}

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
