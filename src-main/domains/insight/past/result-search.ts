import { evaluateFlag, type Evaluation, type EvaluationContext } from '#shared/flags/evaluation/index.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { pathText, readingOf } from '#shared/audit/undo/index.ts'
import type {
  FlagOutcome,
  KnownLimit,
  OutcomePart,
  ResultChange,
} from '#shared/insight/schemas/result-changes.ts'
import { Turn } from '#runtime/turn.ts'
import { toNamedEvent } from '#domains/audit/undo/require-restorable.ts'
import { reasonsInWords } from '../explain/explain-flag.ts'
import type { SeenEvent } from './environment-log.read-model.ts'
import type { PastEnvironment, Unknown } from './past-environment.ts'
import { unknownInWords } from './read-environment-at.ts'

/** Events of a write that are named: an import has thousands. */
const MAX_NAMED = 20
/** Limits that are named; more of them say nothing more. */
const MAX_LIMITS = 20
/** Dates of constraints of a flag that are followed. */
const MAX_DATES = 100
/** Stands for chance, as in the evaluation log: a result that depends on it would otherwise change without a reason. */
const CHANCE = 0.5

/**
 * Follows the results of flags for one context back in time. The state is taken back write by write: what others never saw, such
 * as the middle of an import, is no change.
 */
export class ResultSearch {
  readonly changes: ResultChange[] = []
  readonly limits: KnownLimit[] = []
  /** True if a result depends on chance. */
  byChance = false
  readonly #state: PastEnvironment
  readonly #context: EvaluationContext
  /** The results of the state as it is now, at `#upTo`. */
  readonly #outcomes = new Map<string, FlagOutcome>()
  /** The flags that a flag, segment or project decides. */
  readonly #decided = new Map<string, Set<string>>()
  /** Dates, in milliseconds, at which the result of a flag can change by itself. */
  readonly #dates = new Map<string, number[]>()
  /** Time down to which the results have been followed. */
  #upTo: number

  constructor(state: PastEnvironment, context: EvaluationContext, until: string) {
    this.#state = state
    this.#context = context
    this.#upTo = Date.parse(until)
  }

  /** Begins with the results of flags. */
  async begin(flags: readonly string[]): Promise<void> {
    const turn = new Turn()
    for (const flag of flags) {
      this.#outcomes.set(flag, this.#evaluate(flag, this.#upTo))
      this.#noteUnknown(flag)
      await turn.pause()
    }
  }

  /** True if no flag is left whose past is known. */
  get isOver(): boolean {
    return this.#outcomes.size === 0
  }

  outcomeOf(flag: string): FlagOutcome | undefined {
    return this.#outcomes.get(flag)
  }

  /** Takes a write back, whose events are newest first, and notes what it changed. */
  async takeBack(write: readonly SeenEvent[]): Promise<void> {
    const at = Date.parse(write[0]?.event.createdAt ?? '')
    await this.followTime(at)
    const touched = takeBackAll(this.#state, write)
    const keys = new Set([...touched.values()].flat())
    const flags = new Set([...keys].flatMap((key) => [...(this.#decided.get(key) ?? [])]))
    const turn = new Turn()
    for (const flag of this.#state.unknownAtAll ? [...this.#outcomes.keys()] : flags) {
      const after = this.#outcomes.get(flag)
      if (!after || this.#noteUnknown(flag)) continue
      const before = this.#evaluate(flag, at)
      this.#note({ flag, at, before, after }, () => this.#eventsFor(flag, touched))
      this.#outcomes.set(flag, before)
      await turn.pause()
    }
  }

  /** Goes back to a time in which nothing was written: only dates can have changed a result. */
  async followTime(to: number): Promise<void> {
    const turn = new Turn()
    for (const [flag, dates] of this.#dates) {
      const passed = dates.filter((date) => date >= to && date <= this.#upTo).sort((a, b) => b - a)
      for (const date of passed)
        for (const moment of [date + 1, date, date - 1]) {
          const after = this.#outcomes.get(flag)
          if (!after || moment < to || moment >= this.#upTo) continue
          const before = this.#evaluate(flag, moment)
          this.#note({ flag, at: moment + 1, before, after }, () => [])
          this.#outcomes.set(flag, before)
        }
      await turn.pause()
    }
    this.#upTo = to
  }

  /** Ends the search of what the log does not tell. */
  limit(flag: string | null, { before, reason }: Omit<KnownLimit, 'flag'>): void {
    if (this.limits.length < MAX_LIMITS) this.limits.push({ flag, before, reason })
  }

  /** The flags that are followed, and were there at the end. */
  present(): string[] {
    const names = new Set(this.#state.names())
    return [...this.#outcomes.keys()].filter((flag) => names.has(flag))
  }

  #noteUnknown(flag: string): boolean {
    const unknown = this.#state.unknownOf(flag)
    if (!unknown) return false
    this.#outcomes.delete(flag)
    this.#dates.delete(flag)
    const isForAll = this.#state.unknownAtAll !== undefined
    if (!isForAll || this.limits.every((one) => one.flag !== null))
      this.limit(isForAll ? null : flag, toLimit(unknown))
    return true
  }

  /** Notes a change, if the result is not the same. */
  #note(
    { flag, at, before, after }: { flag: string; at: number; before: FlagOutcome; after: FlagOutcome },
    events: () => Event[],
  ): void {
    const differs = differencesOf(before, after)
    if (differs.length === 0) return
    const causes = events()
    this.changes.push({
      flag,
      at: new Date(at).toISOString(),
      cause: causes.length > 0 ? 'events' : 'time',
      events: causes
        .slice(0, MAX_NAMED)
        .map((event) => ({ ...toNamedEvent(event), canUndo: readingOf(event).kind === 'reversible' })),
      differs,
      before,
      after,
    })
  }

  /** The events of a write that can have changed a flag, oldest first. */
  #eventsFor(flag: string, touched: ReadonlyMap<Event, readonly string[]>): Event[] {
    return [...touched]
      .filter(([, keys]) => keys.some((key) => this.#decided.get(key)?.has(flag)))
      .map(([event]) => event)
      .reverse()
  }

  #evaluate(flag: string, at: number): FlagOutcome {
    const random = () => {
      this.byChance = true
      return CHANCE
    }
    const sources = this.#state.sources(new Date(at), random)
    const evaluation = evaluateFlag(flag, this.#context, sources, { trace: 'full' })
    for (const owner of this.#state.decidersOf(flag)) {
      const key = pathText(owner)
      const flags = this.#decided.get(key) ?? new Set()
      this.#decided.set(key, flags.add(flag))
    }
    const dates = this.#datesOf(flag)
    if (dates.length > 0) this.#dates.set(flag, dates)
    else this.#dates.delete(flag)
    const explanation = reasonsInWords(evaluation, {
      overrides: this.#state.feature(flag)?.overrides,
      archivedIn: this.#state.archivedIn(flag),
      context: this.#context,
      audiences: this.#state.audiences,
    })
    return toOutcome(evaluation, explanation)
  }

  /** The dates that constraints of a flag, its parents and their segments compare with the time. */
  #datesOf(flag: string): number[] {
    if (this.#context.currentTime !== undefined) return []
    const feature = this.#state.feature(flag)
    const parents = (feature?.dependencies ?? []).map((one) => this.#state.feature(one.feature))
    const strategies = [feature, ...parents].flatMap((one) => one?.strategies ?? [])
    const constraints = strategies.flatMap((strategy) => [
      ...strategy.constraints,
      ...strategy.segments.flatMap((id) => this.#state.segment(id)?.constraints ?? []),
    ])
    const dates = constraints
      .filter(({ operator }) => operator.startsWith('DATE_'))
      .map(({ value }) => Date.parse(value ?? ''))
    return [...new Set(dates.filter((date) => !Number.isNaN(date)))].slice(0, MAX_DATES)
  }
}

const toLimit = (unknown: Unknown) => ({ before: unknown.createdAt, reason: unknownInWords(unknown) })

/** Takes the events of a write back. Returns the keys of what each of those that the caller sees has touched. */
export function takeBackAll(state: PastEnvironment, write: readonly SeenEvent[]): Map<Event, string[]> {
  return new Map(
    write.map(({ event, isVisible }) => [
      event,
      (isVisible ? state.takeBack(event) : state.skip(event)).map(pathText),
    ]),
  )
}

function toOutcome({ enabled, variant, reason }: Evaluation, explanation: string[]): FlagOutcome {
  return {
    enabled,
    variant: variant.enabled ? variant.name : null,
    ...(variant.enabled && variant.payload ? { payload: { ...variant.payload } } : {}),
    reason,
    explanation,
  }
}

function differencesOf(before: FlagOutcome, after: FlagOutcome): OutcomePart[] {
  const isSameVariant = before.variant === after.variant && isEqual(before.payload, after.payload)
  return [
    ...(before.enabled === after.enabled ? [] : (['enabled'] as const)),
    ...(isSameVariant ? [] : (['variant'] as const)),
    ...(before.reason === after.reason ? [] : (['reason'] as const)),
  ]
}
