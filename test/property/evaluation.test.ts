import fc from 'fast-check'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { describe, expect, it } from 'vitest'

import {
  evaluateFeature,
  evaluateFlag,
  type EvaluatedConstraint,
  type EvaluatedFeature,
  type EvaluatedSegment,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { OPERATORS } from '#shared/flags/schemas/constraint.ts'
import { normaliseWeights, TOTAL_WEIGHT, variantsProblem } from '#shared/flags/variants/normalise-weights.ts'

const field = fc.constantFrom('userId', 'sessionId', 'appName', 'country', 'age', 'version', 'ip')
const text = fc.constantFrom(
  'a',
  'B',
  '7',
  '18',
  '1.2.3',
  '1.2.4-beta',
  '1.2.3+build',
  'v1.2.3',
  '10.0.0.1',
  '10.0.0.0/8',
  '10.0.0.0/16',
  '::1',
  'NO',
  '',
  ' se ',
  '^a.*',
)
const constraint: fc.Arbitrary<EvaluatedConstraint> = fc.record(
  {
    contextName: field,
    operator: fc.constantFrom(...OPERATORS),
    values: fc.array(text, { maxLength: 3 }),
    value: fc.constantFrom('7', '18', '1.2.3', '2026-01-01T00:00:00.000Z', '^a', 'B'),
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  },
  { requiredKeys: ['contextName', 'operator', 'values', 'value'] },
)
const variant = (weight: fc.Arbitrary<number>) =>
  fc.record({
    name: fc.constantFrom('red', 'green', 'blue'),
    weight,
    stickiness: fc.constantFrom('default', 'userId'), // a field that is not there leaves it to chance
  })
const variants = fc.uniqueArray(variant(fc.integer({ min: 0, max: 1000 })), {
  selector: (one) => one.name,
  maxLength: 3,
})
const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout', 'userWithId', 'remoteAddress', 'unknownToAll'),
  parameters: fc.record({
    rollout: fc.constantFrom('0', '1', '50', '99', '100'),
    stickiness: fc.constantFrom('default', 'userId', 'country'),
    groupId: fc.constantFrom('g1', 'g2'),
    userIds: fc.constant('7, a'),
    IPs: fc.constant('10.0.0.0/8,1.1.1.1'),
  }),
  constraints: fc.array(constraint, { maxLength: 2 }),
  segments: fc.array(fc.constantFrom(1, 2, 99), { maxLength: 1 }),
  variants,
})
const feature = (
  name: string,
  dependencies: fc.Arbitrary<EvaluatedFeature['dependencies']>,
): fc.Arbitrary<EvaluatedFeature> =>
  fc.record({
    name: fc.constant(name),
    enabled: fc.boolean(),
    strategies: fc.array(strategy, { maxLength: 3 }),
    variants,
    dependencies,
  })
const parents = fc.array(
  fc.record({
    feature: fc.constantFrom('parent', 'missing'),
    enabled: fc.boolean(),
    variants: fc.subarray(['red', 'blue']),
  }),
  { maxLength: 1 },
)
// always a user id, because stickiness `random` is not deterministic
const context: fc.Arbitrary<EvaluationContext> = fc.record(
  {
    userId: fc.constantFrom('7', 'a', 'b', 'c'),
    sessionId: fc.constantFrom('7', 's'),
    appName: text,
    remoteAddress: fc.constantFrom('10.0.0.1', '1.1.1.1', 'nonsense'),
    currentTime: fc.constantFrom('2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'),
    properties: fc.dictionary(fc.constantFrom('country', 'age', 'version', 'ip'), text),
  },
  { requiredKeys: ['userId', 'currentTime', 'properties'] },
)
const segments: EvaluatedSegment[] = [
  { id: 1, name: 'one', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] },
  { id: 2, name: 'two', constraints: [] },
]

function worldOf(features: readonly EvaluatedFeature[], random = 0.3): EvaluationSources {
  return {
    feature: (name) => features.find((one) => one.name === name),
    segment: (id) => segments.find((one) => one.id === id),
    now: new Date('2026-11-21T12:00:00.000Z'),
    random: () => random,
  }
}

describe('an evaluation', () => {
  it('is the same with and without its trace, and the trace explains it', () => {
    fc.assert(
      fc.property(
        feature('flag', parents),
        feature('parent', fc.constant([])),
        context,
        (flag, parent, given) => {
          const sources = worldOf([flag, parent])
          const fast = evaluateFlag('flag', given, sources, { trace: 'none' })
          const { trace, ...full } = evaluateFlag('flag', given, sources, { trace: 'full' })
          expect(full).toEqual(fast)
          expect(trace?.strategies).toHaveLength(flag.strategies.length)
          const first = trace?.strategies.findIndex((one) => one.result === true)
          if (full.strategyIndex !== undefined) expect(first).toBe(full.strategyIndex)
          if (full.reason === 'no-strategy-matched') expect(first).toBe(-1)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('keeps every user when the rollout grows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        fc.string({ minLength: 1 }),
        (a, b, userId) => {
          const at = (rollout: number) =>
            evaluateFeature(
              {
                name: 'f',
                enabled: true,
                strategies: [
                  {
                    name: 'flexibleRollout',
                    parameters: { rollout: String(rollout), stickiness: 'userId', groupId: 'g' },
                  },
                ],
              },
              { userId },
              worldOf([]),
              { trace: 'none' },
            ).enabled
          if (at(Math.min(a, b))) expect(at(Math.max(a, b))).toBe(true)
        },
      ),
    )
  })

  it('is the opposite under an inverted constraint', () => {
    fc.assert(
      fc.property(constraint, context, (one, given) => {
        const is = (inverted: boolean) =>
          evaluateFeature(
            {
              name: 'f',
              enabled: true,
              strategies: [{ name: 'default', constraints: [{ ...one, inverted }] }],
            },
            given,
            worldOf([]),
            { trace: 'none' },
          ).enabled
        expect(is(true)).toBe(!is(false))
      }),
    )
  })

  it('never throws, for any input', () => {
    const anything = fc.anything({ maxDepth: 2 })
    const odd = fc.record({
      contextName: fc.string(),
      operator: fc.string(),
      values: fc.array(fc.string()),
      value: fc.string(),
    })
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), anything),
        fc.array(odd),
        fc.dictionary(fc.string(), fc.string()),
        fc.string(),
        (given, constraints, parameters, name) => {
          const flag = {
            name: 'f',
            enabled: true,
            strategies: [
              { name, parameters, constraints },
              { name: 'flexibleRollout', parameters },
            ],
          }
          evaluateFeature(flag, { properties: given }, worldOf([flag]), { trace: 'full' })
        },
      ),
    )
  })

  it('gives each variant its share of users', () => {
    const weights = { red: 100, green: 300, blue: 600 }
    const flag = {
      name: 'f',
      enabled: true,
      strategies: [],
      variants: Object.entries(weights).map(([name, weight]) => ({ name, weight })),
    }
    const counts: Record<string, number> = {}
    for (let i = 0; i < 10_000; i++) {
      const { variant: chosen } = evaluateFeature(flag, { userId: `user-${i}` }, worldOf([]), {
        trace: 'none',
      })
      counts[chosen.name] = (counts[chosen.name] ?? 0) + 1
    }
    for (const [name, weight] of Object.entries(weights))
      expect(Math.abs((counts[name] ?? 0) / 10 - weight)).toBeLessThan(20)
  })
})

describe('the official Node SDK', () => {
  it('agrees, on flag and variant', async () => {
    const cases = fc.sample(
      fc.tuple(
        feature('flag', parents),
        feature('parent', fc.constant([])),
        fc.array(context, { minLength: 4, maxLength: 4 }),
      ),
      { numRuns: 150, seed: 42 },
    )
    const features = cases.flatMap(([flag, parent], index) => [
      {
        ...flag,
        name: `flag-${index}`,
        dependencies:
          flag.dependencies?.map((one) => ({
            ...one,
            feature: one.feature === 'parent' ? `parent-${index}` : one.feature,
          })) ?? [],
      },
      { ...parent, name: `parent-${index}` },
    ])
    const sdk = new Unleash({
      appName: 'property',
      url: 'http://127.0.0.1:1/',
      disableMetrics: true,
      refreshInterval: 0,
      skipInstanceCountWarning: true,
      storageProvider: new InMemStorageProvider(),
      // their types use enums where ours use strings
      bootstrap: { data: features as never, segments: segments as never },
    })
    sdk.on('error', () => undefined)
    sdk.on('warn', () => undefined)
    await new Promise((resolve) => sdk.once('ready', resolve))
    const sources = worldOf(features)
    let compared = 0
    for (const [index, [, , contexts]] of cases.entries()) {
      for (const given of contexts) {
        const ours = evaluateFlag(`flag-${index}`, given, sources, { trace: 'none' })
        const sent = { ...given, currentTime: new Date(given.currentTime ?? 0) } as never
        expect(sdk.isEnabled(`flag-${index}`, sent), JSON.stringify([features[2 * index], given])).toBe(
          ours.enabled,
        )
        expect(sdk.getVariant(`flag-${index}`, sent)).toEqual(ours.variant)
        compared++
      }
    }
    sdk.destroy()
    expect(compared).toBe(600)
  })
})

describe('the weights of variants', () => {
  const weighted = fc.uniqueArray(
    fc.record({
      name: fc.string({ minLength: 1 }),
      weight: fc.integer({ min: 0, max: 1000 }),
      weightType: fc.constantFrom('variable' as const, 'fix' as const),
    }),
    { selector: (one) => one.name, minLength: 1, maxLength: 12 },
  )

  it('always sum to a thousand, keep fixed weights, and differ by at most one among variable ones', () => {
    fc.assert(
      fc.property(weighted, (set) => {
        fc.pre(variantsProblem(set) === null)
        const result = normaliseWeights(set)
        expect(result.reduce((sum, one) => sum + one.weight, 0)).toBe(TOTAL_WEIGHT)
        for (const one of result.filter((each) => each.weightType === 'fix')) expect(set).toContainEqual(one)
        const variable = result.filter((one) => one.weightType === 'variable').map((one) => one.weight)
        expect(Math.max(...variable) - Math.min(...variable)).toBeLessThanOrEqual(1)
        // the remainder depends on the order of variants; the shares do not
        const shares = (given: typeof result) => given.map((one) => one.weight).sort((a, b) => a - b)
        expect(shares(normaliseWeights(result))).toEqual(shares(result))
      }),
    )
  })
})
