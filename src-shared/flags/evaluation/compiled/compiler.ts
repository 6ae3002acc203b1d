import type { EvaluatedConstraint, EvaluatedFeature, EvaluatedSegment, EvaluationContext } from '../model.ts'
import { CompiledFlag, type Render } from './compile-flag.ts'
import { ALWAYS, compileConstraint, NEVER, type Test } from './compile-constraint.ts'
import { allOf, type StrategyParts } from './compile-strategy.ts'
import { FieldSlots, ParsedContext, type RuntimeSources } from './parsed-context.ts'

/** Flags and segments that are evaluated together. */
export interface Compiled {
  readonly feature: (name: string) => EvaluatedFeature | undefined
  readonly segment: (id: number) => EvaluatedSegment | undefined
}

/** Beyond so many names of fields, of flags that were changed since, it is better to compile anew. */
const MAX_FIELDS = 10_000

/** Most constraints that flags share, and the longest of them as text. */
const MAX_SHARED = 10_000
const MAX_SHARED_CHARACTERS = 300

/**
 * Compiles flags when they are first evaluated, and keeps them for as long as they are the same objects. The segments of a
 * compiler never change.
 */
export class Compiler<R> {
  readonly #segmentOf: Compiled['segment']
  readonly #render: Render<R>
  readonly #fields = new FieldSlots()
  readonly #constraints = new Map<string, Test>()
  #shared = 0
  /** Numbers of the conditions that may be shared. */
  readonly #numbers = new Map<Test, number>()
  readonly #joined = new Map<string, Test>()
  readonly #segments = new Map<number, Test>()
  readonly #flags = new WeakMap<EvaluatedFeature, CompiledFlag<R>>()

  readonly #parts: StrategyParts = {
    fields: this.#fields,
    constraint: (constraint) => this.#constraint(constraint),
    allOf: (tests) => this.#allOf(tests),
    segment: (id) => this.#segment(id),
  }

  constructor(segmentOf: Compiled['segment'], render: Render<R>) {
    this.#segmentOf = segmentOf
    this.#render = render
  }

  /** True if too many fields have come together that no flag reads any more. */
  get isOverfull(): boolean {
    return this.#fields.count > MAX_FIELDS
  }

  flag(feature: EvaluatedFeature): CompiledFlag<R> {
    let flag = this.#flags.get(feature)
    if (!flag) this.#flags.set(feature, (flag = new CompiledFlag(feature, this.#parts, this.#render)))
    return flag
  }

  /** Begins the evaluation of a context; parents are found among the flags of `featureOf`. */
  subject(
    context: EvaluationContext,
    featureOf: Compiled['feature'],
    surroundings: Omit<RuntimeSources, 'flagOf'>,
  ): ParsedContext {
    const flagOf = (name: string) => {
      const feature = featureOf(name)
      return feature && this.flag(feature)
    }
    return new ParsedContext(context, this.#fields, { ...surroundings, flagOf }, this.#shared)
  }

  /** Many flags have the same constraints: they are compiled once, and checked once for each context. */
  #constraint(constraint: EvaluatedConstraint): Test {
    const { contextName, operator, values, value, inverted, caseInsensitive } = constraint
    const key = JSON.stringify([contextName, operator, values, value, inverted, caseInsensitive])
    const known = this.#constraints.get(key)
    if (known) return known
    const test = compileConstraint(constraint, this.#fields)
    if (this.#constraints.size >= MAX_SHARED || key.length > MAX_SHARED_CHARACTERS) return test
    const shared = this.#share(test)
    this.#constraints.set(key, shared)
    return shared
  }

  #share(test: Test): Test {
    if (test === NEVER || test === ALWAYS) return test
    const index = this.#shared++
    const shared: Test = (subject) => subject.shared(index, test)
    this.#numbers.set(shared, index)
    return shared
  }

  /** Equal lists of shared conditions become the same one, so that a table checks them once. */
  #allOf(tests: readonly Test[]): Test {
    if (tests.length < 2) return allOf(tests)
    const key = tests.map((test) => this.#numbers.get(test) ?? '?').join()
    if (key.includes('?') || key.length > MAX_SHARED_CHARACTERS) return allOf(tests)
    const known = this.#joined.get(key)
    if (known) return known
    const joined = allOf(tests)
    if (this.#joined.size < MAX_SHARED) this.#joined.set(key, joined)
    return joined
  }

  #segment(id: number): Test | undefined {
    const known = this.#segments.get(id)
    if (known) return known
    const segment = this.#segmentOf(id)
    if (!segment) return undefined
    const test = this.#share(allOf(segment.constraints.map((one) => this.#constraint(one))))
    this.#segments.set(id, test)
    return test
  }
}
