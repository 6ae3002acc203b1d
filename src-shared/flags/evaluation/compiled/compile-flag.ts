import { disabledEvaluation, enabledEvaluation } from '../evaluate-flag.ts'
import type { EvaluatedFeature, EvaluatedStrategy } from '../model.ts'
import type { Evaluation, EvaluationReason, VariantReason } from '../result.ts'
import { NEVER, type Test } from './compile-constraint.ts'
import { allOf, compileStrategy, type CompiledStrategy, type StrategyParts } from './compile-strategy.ts'
import { compileVariants, NONE, type VariantChooser } from './compile-variants.ts'
import type { ParsedContext } from './parsed-context.ts'

/** One of the results that a flag can have, made once and shared by all contexts that have it. */
export interface Outcome<R> {
  readonly evaluation: Evaluation
  /** Result of `Render`, such as a piece of an answer. */
  readonly rendered: R
}

/** Makes something of a result, once for each result that a flag has. */
export type Render<R> = (evaluation: Evaluation, feature: EvaluatedFeature) => R

/** Chooses the variant of a flag that is on by a certain strategy. */
type Conclude<R> = (subject: ParsedContext) => Outcome<R>

/** A way for a flag to be on. */
export interface EnabledBranch<R> {
  /** Undefined: without a condition. */
  readonly strategy: CompiledStrategy | undefined
  readonly conclude: Conclude<R>
  /** Set if every context gets the same variant, or none. */
  readonly always: Outcome<R> | undefined
}

/** Flags with more strategies are compiled strategy by strategy, when each is reached. */
const MAX_WAYS = 4

/**
 * A flag, ready to be evaluated: the same results as `evaluateFeature` without a trace. Strategies and variants are
 * compiled when they are first reached.
 */
export class CompiledFlag<R> {
  readonly feature: EvaluatedFeature
  readonly #parts: StrategyParts
  readonly #render: Render<R>
  /** By strategy. */
  readonly #conclusions: (Conclusion<R> | undefined)[] = []
  #waysOn: { all: readonly EnabledBranch<R>[] | undefined } | undefined
  #decide: Conclude<R> | undefined
  #off: Outcome<R> | undefined

  constructor(feature: EvaluatedFeature, parts: StrategyParts, render: Render<R>) {
    this.feature = feature
    this.#parts = parts
    this.#render = render
  }

  decide(subject: ParsedContext): Outcome<R> {
    return (this.#decide ??= this.#compile())(subject)
  }

  /** All ways for the flag to be on, in order. Undefined: only `decide` knows them. */
  get waysOn(): readonly EnabledBranch<R>[] | undefined {
    return (this.#waysOn ??= { all: this.#compileWays() }).all
  }

  #compileWays(): readonly EnabledBranch<R>[] | undefined {
    const { enabled, strategies, dependencies = [] } = this.feature
    if (!enabled) return []
    if (dependencies.length > 0 || strategies.length > MAX_WAYS) return undefined
    if (!strategies.some((strategy) => !strategy.disabled))
      return [{ strategy: undefined, ...this.#conclusion(-1) }]
    return strategies.flatMap((one, index) => {
      const strategy = compileStrategy(one, this.#parts)
      return strategy.rule === NEVER ? [] : { strategy, ...this.#conclusion(index) }
    })
  }

  /** Most flags have no parent: they get the shortest way there is. */
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
    if (!strategies.some((strategy) => !strategy.disabled)) return this.#conclusion(-1).conclude
    const tests: Test[] = []
    const unmatched = this.#make(disabledEvaluation(this.feature.name, 'no-strategy-matched'))
    return (subject) => {
      let index = 0
      for (const strategy of strategies) {
        const test = (tests[index] ??= this.#compileTest(strategy))
        if (test(subject)) return this.#conclusion(index).conclude(subject)
        index += 1
      }
      return unmatched
    }
  }

  #compileTest(strategy: EvaluatedStrategy): Test {
    const { gate, rule } = compileStrategy(strategy, this.#parts)
    return allOf([gate, rule])
  }

  #conclusion(index: number): Conclusion<R> {
    return (this.#conclusions[index] ??= this.#compileConclusion(index))
  }

  /** Variants of the strategy go before the flag's own, unless none of them has a weight. */
  #compileConclusion(index: number): Conclusion<R> {
    const { name, strategies, variants: own = [] } = this.feature
    const { variants = [], parameters = {} } = strategies[index] ?? {}
    const { fields } = this.#parts
    const ofStrategy = compileVariants(
      variants,
      {
        // as the SDKs, which put the missing value into text
        groupId: parameters['groupId'] ?? 'undefined',
        stickiness: variants[0]?.stickiness || parameters['stickiness'] || 'default',
        source: 'strategy',
      },
      fields,
    )
    if (ofStrategy.always !== NONE) return this.#concludeBy(index, variants, ofStrategy)
    const stickiness = own[0]?.stickiness || 'default'
    return this.#concludeBy(
      index,
      own,
      compileVariants(own, { groupId: name, stickiness, source: 'feature' }, fields),
    )
  }

  #concludeBy(
    index: number,
    variants: NonNullable<EvaluatedFeature['variants']>,
    chooser: VariantChooser,
  ): Conclusion<R> {
    const make = (at: number, reason: VariantReason) =>
      this.#make(enabledEvaluation(this.feature, index, { variant: variants[at] ?? null, reason }))
    if (chooser.always !== undefined) {
      const always = make(chooser.always, chooser.reason)
      return { conclude: () => always, always }
    }
    const { byWeight, byOverride, reason } = chooser
    const weighed: (Outcome<R> | undefined)[] = []
    const overridden: (Outcome<R> | undefined)[] = []
    const conclude = (subject: ParsedContext) => {
      const at = byOverride?.(subject) ?? NONE
      if (at !== NONE) return (overridden[at] ??= make(at, 'override'))
      const choice = byWeight(subject)
      return (weighed[choice] ??= make(choice, reason))
    }
    return { conclude, always: undefined }
  }

  /** All contexts of a flag that is off mostly have the same reason: the last one is kept. */
  #offBecause(reason: EvaluationReason): Outcome<R> {
    if (this.#off?.evaluation.reason === reason) return this.#off
    return (this.#off = this.#make(disabledEvaluation(this.feature.name, reason)))
  }

  #make(evaluation: Evaluation): Outcome<R> {
    return { evaluation, rendered: this.#render(evaluation, this.feature) }
  }
}

type Conclusion<R> = Pick<EnabledBranch<R>, 'conclude' | 'always'>

/** Finds the first parent that is not as it must be. One level deep only, as the SDKs. */
function parentRefusal(
  parents: NonNullable<EvaluatedFeature['dependencies']>,
  subject: ParsedContext,
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
