import { off, on } from '../evaluate-flag.ts'
import type { EvaluatedFeature } from '../model.ts'
import type { Evaluation, EvaluationReason, VariantReason } from '../result.ts'
import { NEVER, type Test } from './compile-constraint.ts'
import { compileStrategy, type StrategyParts } from './compile-strategy.ts'
import { compileVariants, type VariantChooser } from './compile-variants.ts'
import type { Subject } from './subject.ts'

/** One of the results that a flag can have, made once and shared by all contexts that have it. */
export interface Outcome<R> {
  readonly evaluation: Evaluation
  /** Result of `Render`, such as a piece of an answer. */
  readonly rendered: R
}

/** Makes something of a result, once for each result that a flag has. */
export type Render<R> = (evaluation: Evaluation, feature: EvaluatedFeature) => R

/** Chooses the variant of a flag that is on by a certain strategy. */
type Conclude<R> = (subject: Subject) => Outcome<R>

/**
 * A flag, ready to be evaluated: the same results as `evaluateFeature` without a trace. Strategies and variants are
 * compiled when they are first reached.
 */
export class CompiledFlag<R> {
  readonly feature: EvaluatedFeature
  readonly #parts: StrategyParts
  readonly #render: Render<R>
  /** By strategy. */
  readonly #tests: (Test | undefined)[] = []
  readonly #conclusions: (Conclude<R> | undefined)[] = []
  #decide: Conclude<R> | undefined
  #off: Outcome<R> | undefined

  constructor(feature: EvaluatedFeature, parts: StrategyParts, render: Render<R>) {
    this.feature = feature
    this.#parts = parts
    this.#render = render
  }

  decide(subject: Subject): Outcome<R> {
    return (this.#decide ??= this.#compile())(subject)
  }

  /** Most flags have no parent, and one strategy or none that counts: they get the shortest way there is. */
  #compile(): Conclude<R> {
    const { dependencies = [] } = this.feature
    const decide = this.#compileOwn()
    if (dependencies.length === 0) return decide
    return (subject) => {
      const refusal = parentRefusal(dependencies, subject)
      return refusal ? this.#offBecause(refusal) : decide(subject)
    }
  }

  #compileOwn(): Conclude<R> {
    const { enabled, strategies } = this.feature
    if (!enabled) return () => this.#offBecause('disabled')
    if (!strategies.some((strategy) => !strategy.disabled)) return this.#compileConclusion(-1)
    const unmatched = this.#make(off(this.feature.name, 'no-strategy-matched'))
    const [only, ...others] = strategies
    if (only && others.length === 0) {
      const [test, conclude] = [compileStrategy(only, this.#parts), this.#compileConclusion(0)]
      return (subject) => (test(subject) ? conclude(subject) : unmatched)
    }
    return (subject) => {
      for (let index = 0; index < strategies.length; index += 1) {
        const test = this.#tests[index] ?? this.#compileTest(index)
        if (test(subject)) return (this.#conclusions[index] ??= this.#compileConclusion(index))(subject)
      }
      return unmatched
    }
  }

  #compileTest(index: number): Test {
    const strategy = this.feature.strategies[index]
    return (this.#tests[index] = strategy ? compileStrategy(strategy, this.#parts) : NEVER)
  }

  /** Variants of the strategy go before the flag's own. */
  #compileConclusion(index: number): Conclude<R> {
    const { name, strategies, variants: own = [] } = this.feature
    const { fields } = this.#parts
    const ofFlag = this.#outcomesOf(
      index,
      own,
      compileVariants(
        own,
        { groupId: name, stickiness: own[0]?.stickiness || 'default', source: 'feature' },
        fields,
      ),
    )
    const { variants = [], parameters = {} } = strategies[index] ?? {}
    if (variants.length === 0 && own.length === 0) {
      const outcome = ofFlag.otherwise()
      return () => outcome
    }
    if (variants.length === 0) return (subject) => ofFlag(subject) ?? ofFlag.otherwise()
    const stickiness = variants[0]?.stickiness || parameters['stickiness'] || 'default'
    // as the SDKs, which put the missing value into text
    const groupId = parameters['groupId'] ?? 'undefined'
    const ofStrategy = this.#outcomesOf(
      index,
      variants,
      compileVariants(variants, { groupId, stickiness, source: 'strategy' }, fields),
    )
    return (subject) => ofStrategy(subject) ?? ofFlag(subject) ?? ofFlag.otherwise()
  }

  /** Finds the outcome of a choice among variants; undefined: none is chosen, `otherwise` then says why. */
  #outcomesOf(
    index: number,
    variants: NonNullable<EvaluatedFeature['variants']>,
    chooser: VariantChooser,
  ): ((subject: Subject) => Outcome<R> | undefined) & { otherwise: () => Outcome<R> } {
    const chosen: (Outcome<R> | undefined)[] = []
    const overridden: (Outcome<R> | undefined)[] = []
    let none: Outcome<R> | undefined
    const make = (at: number, reason: VariantReason) =>
      this.#make(on(this.feature, index, { variant: variants[at] ?? null, reason }))
    const find = (subject: Subject) => {
      const at = chooser.choose(subject)
      if (at < 0) return undefined
      if (chooser.isOverride(at, subject)) return (overridden[at] ??= make(at, 'override'))
      return (chosen[at] ??= make(at, chooser.otherwise))
    }
    return Object.assign(find, { otherwise: () => (none ??= make(-1, chooser.otherwise)) })
  }

  /** All contexts of a flag that is off mostly have the same reason: the last one is kept. */
  #offBecause(reason: EvaluationReason): Outcome<R> {
    if (this.#off?.evaluation.reason === reason) return this.#off
    return (this.#off = this.#make(off(this.feature.name, reason)))
  }

  #make(evaluation: Evaluation): Outcome<R> {
    return { evaluation, rendered: this.#render(evaluation, this.feature) }
  }
}

/** Finds the first parent that is not as it must be. One level deep only, as the SDKs. */
function parentRefusal(
  parents: NonNullable<EvaluatedFeature['dependencies']>,
  subject: Subject,
): EvaluationReason | undefined {
  for (const { feature, enabled: mustBeOn = true, variants = [] } of parents) {
    const parent = subject.flagOf(feature)
    if (!parent || (parent.feature.dependencies?.length ?? 0) > 0) return 'parent-unusable'
    const { enabled, variant } = parent.decide(subject).evaluation
    if (!mustBeOn) {
      if (enabled) return 'parent-on'
    } else if (!enabled) return 'parent-off'
    else if (variants.length > 0 && !variants.includes(variant.name)) return 'parent-variant'
  }
  return undefined
}
