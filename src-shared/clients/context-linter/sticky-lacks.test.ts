import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { evaluateFeature } from '../../flags/evaluation/evaluate-flag.ts'
import type {
  EvaluatedFeature,
  EvaluatedStrategy,
  EvaluationContext,
  EvaluationSources,
} from '../../flags/evaluation/model.ts'
import { stickyFieldsOf, stickyLacks, lacksField } from './sticky-lacks.ts'

/** A generator that gives the same numbers in each run. */
function numbers(): () => number {
  let state = 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

const sourcesWith = (random: () => number): EvaluationSources => ({
  feature: () => undefined,
  segment: () => undefined,
  now: new Date(0),
  random,
})
const DRAWS = 80

/** Results of a flag for many requests with a context, each with a session of its own where none is sent. */
function resultsOf(feature: EvaluatedFeature, context: EvaluationContext): Set<string> {
  const random = numbers()
  const results = new Set<string>()
  for (let draw = 0; draw < DRAWS; draw++) {
    const { enabled, variant } = evaluateFeature(
      feature,
      { ...context, sessionId: context.sessionId ?? String(Math.floor(random() * 1e9)) },
      sourcesWith(random),
      { trace: 'none' },
    )
    results.add(`${enabled} ${variant.name}`)
  }
  return results
}

const lacksOf = (feature: EvaluatedFeature, context: EvaluationContext) =>
  stickyLacks(
    feature,
    context,
    sourcesWith(() => 0.5),
  )

const stickiness = fc.constantFrom('default', 'userId', 'sessionId', 'companyId')
const constraint = { contextName: 'plan', operator: 'IN', values: ['pro'] }
const variantsNamed = (...names: string[]) =>
  fc
    .record({ sticky: stickiness, two: fc.boolean() })
    .map(({ sticky, two }) =>
      names.slice(0, two ? 2 : 1).map((name) => ({ name, weight: 500, stickiness: sticky })),
    )
const strategyNamed = (index: number) =>
  fc
    .record({
      name: fc.constantFrom(
        'flexibleRollout',
        'flexibleRollout',
        'gradualRolloutUserId',
        'gradualRolloutSessionId',
        'default',
      ),
      rollout: fc.constantFrom('0', '50', '100'),
      stickiness,
      isConstrained: fc.boolean(),
      variants: fc.oneof(fc.constant([]), variantsNamed(`a${index}`, `b${index}`)),
      disabled: fc.boolean(),
    })
    .map(({ name, rollout, isConstrained, ...rest }): EvaluatedStrategy => ({
      name,
      parameters: { rollout, percentage: rollout, groupId: `g${index}`, stickiness: rest.stickiness },
      constraints: isConstrained ? [constraint] : [],
      variants: rest.variants,
      disabled: rest.disabled,
    }))
const anyFlag = fc
  .record({
    enabled: fc.constantFrom(true, true, true, false),
    strategies: fc
      .integer({ min: 0, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => strategyNamed(index)))),
    variants: fc.oneof(fc.constant([]), variantsNamed('x', 'y')),
  })
  .map((flag): EvaluatedFeature => ({ name: 'flag', ...flag }))
const anyContext: fc.Arbitrary<EvaluationContext> = fc.record(
  {
    userId: fc.constantFrom('ann', 'bob', ''),
    sessionId: fc.constantFrom('1', ''),
    companyId: fc.constantFrom('7', ''),
    plan: fc.constantFrom('pro', 'free'),
  },
  { requiredKeys: [] },
)

describe('what a flag lacks in a context', () => {
  it('is by chance exactly where results differ between requests', () => {
    fc.assert(
      fc.property(anyFlag, anyContext, (flag, context) => {
        const byChance = lacksOf(flag, context).filter(({ rule }) => rule !== 'sticky-off')
        expect(byChance.length > 0, JSON.stringify([...resultsOf(flag, context)])).toBe(
          resultsOf(flag, context).size > 1,
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('is off only where no request is let in, and one with the field is', () => {
    fc.assert(
      fc.property(anyFlag, anyContext, (flag, context) => {
        const lacks = lacksOf(flag, context)
        const off = lacks.filter(({ rule }) => rule === 'sticky-off')
        if (off.length === 0) return
        if (off.length === lacks.length) expect([...resultsOf(flag, context)]).toEqual(['false disabled'])
        for (const { field } of off) {
          const isOn = Array.from({ length: DRAWS }, (_, n) =>
            resultsOf(flag, { ...context, [field]: String(n) }),
          )
          expect(isOn.some((results) => [...results].some((one) => one.startsWith('true')))).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('is nothing where the context has all that results are sticky on', () => {
    fc.assert(
      fc.property(anyFlag, anyContext, (flag, context) => {
        if ([...stickyFieldsOf(flag)].some((field) => lacksField(context, field))) return
        expect(lacksOf(flag, context)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('is nothing where chance is meant', () => {
    const strategies: EvaluatedStrategy[] = [
      { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'random' } },
      { name: 'gradualRolloutRandom', parameters: { percentage: '50' } },
    ]
    expect(lacksOf({ name: 'flag', enabled: true, strategies }, {})).toEqual([])
  })

  it('is nothing where a parent turns the flag off', () => {
    const strategies = [{ name: 'flexibleRollout', parameters: { rollout: '50' } }]
    const flag = { name: 'flag', enabled: true, strategies, dependencies: [{ feature: 'gone' }] }
    expect(lacksOf(flag, {})).toEqual([])
  })

  it('is nothing where an override chooses the variant, or the address of the caller does', () => {
    const variants = [
      { name: 'a', weight: 500, overrides: [{ contextName: 'plan', values: ['pro'] }] },
      { name: 'b', weight: 500 },
    ]
    const flag = { name: 'flag', enabled: true, strategies: [], variants }
    const lack = [{ rule: 'variant-random', field: 'default' }]
    expect(lacksOf(flag, { plan: 'free' })).toEqual(lack)
    expect(lacksOf(flag, { plan: 'pro' })).toEqual([])
    expect(lacksOf(flag, { sessionId: '', remoteAddress: '10.0.0.1' })).toEqual([])
    expect(lacksOf(flag, { remoteAddress: '10.0.0.1' })).toEqual(lack)
  })
})
