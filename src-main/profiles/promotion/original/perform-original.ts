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
  /** The failure in words. */
  act: string
  error: AppError
  /** Some of it may be written. */
  isUnclear: boolean
}

/** Import of new flags, which comes before what is written one by one. */
export interface FlagImport {
  /** Sends the files. Returns the flags that were in them. */
  send: () => Promise<readonly string[]>
  /** Finds what is left to do for these flags by what the service has now. */
  findLeft: (sent: readonly string[]) => Promise<readonly PlannedStep[]>
}

interface Performing {
  ids: ItemIds
  signal: AbortSignal
  flagImport: FlagImport
}

/**
 * Performs the steps of a plan at a service: one after the other, but several flags at once, which no other flag refers to before
 * its dependencies are set. It has no all or nothing: an error says what was written until all that was under way had ended.
 */
export async function performOriginal(
  side: PromotionInstance,
  { ids, signal, flagImport }: Performing,
  steps: readonly PlannedStep[],
): Promise<void> {
  const planned = actsOf(steps)
  const [done, failed, failures] = [new Set<string>(), new Set<string>(), new Array<Failure>()]
  const perform = async ({ name: act, perform: work }: Act): Promise<void> => {
    if (failures.length > 0) return
    const acts = new OriginalActs(side, ids, signal)
    try {
      await work(acts)
      done.add(act)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed.add(act)
      failures.push({ act, error, isUnclear: acts.written > 0 || error.status >= SERVER_ERROR })
    }
  }
  /** Finds what an import left to do. Without an answer to that nothing more is written. */
  const findLeft = async (sent: readonly string[]): Promise<Pick<Acts, 'flags' | 'after'>> => {
    const isSent = new Set(sent)
    const others = steps.filter(({ list, name }) => list !== 'flags' || !isSent.has(name))
    try {
      const left = actsOf([...others, ...(await flagImport.findLeft(sent))])
      const open = new Set(namesOf([...left.flags, ...left.after]))
      for (const name of namesOf([...planned.flags, ...planned.after])) if (!open.has(name)) done.add(name)
      return left
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const unclear = actsOf(steps.filter(({ list, name }) => list === 'flags' && isSent.has(name)))
      for (const name of namesOf([...unclear.flags, ...unclear.after])) failed.add(name)
      failures.push({ act: inBrief(namesOf(unclear.flags)), error, isUnclear: true })
      return { flags: [], after: [] }
    }
  }
  await inSteps(planned.before, perform)
  const sent = failures.length === 0 ? await flagImport.send() : []
  const { flags, after } = sent.length === 0 ? planned : await findLeft(sent)
  await mapAtOnce(flags, AT_ONCE, perform)
  await inSteps(after, perform)
  if (failures.length === 0) return
  const all = namesOf([...planned.before, ...planned.flags, ...planned.after])
  throw stopped(side, failures, {
    done: all.filter((name) => done.has(name)),
    left: all.filter((name) => !done.has(name) && !failed.has(name)),
  })
}

const SERVER_ERROR = 500

type Acts = Record<'before' | 'flags' | 'after', Act[]>

const namesOf = (acts: readonly Act[]): string[] => acts.map(({ name }) => name)

/** Parents may come after their children, so that dependencies are last. */
function actsOf(steps: readonly PlannedStep[]): Acts {
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
  { done, left }: Record<'done' | 'left', readonly string[]>,
): AppError {
  const name = failures[0]?.error.name ?? 'InvalidOperationError'
  const lines = [
    ...failures.map(({ act, error }) => `The promotion stopped at ${act}: ${error.message}`),
    done.length === 0 ? 'Nothing else was changed.' : `Done: ${inBrief(done)}.`,
    ...failures.map(({ act, isUnclear }) =>
      isUnclear ? `${act} may be changed in part.` : `${act} was not changed.`,
    ),
    ...(left.length === 0 ? [] : [`Not done: ${inBrief(left)}.`]),
    `No change request was submitted. Check the new plan for ${side.name}, and promote again.`,
  ]
  return new AppError(name, lines.join(' '), { details: lines.map((line) => detail(line)) })
}

const MAX_NAMED = 10
const inBrief = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') +
  (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '')
