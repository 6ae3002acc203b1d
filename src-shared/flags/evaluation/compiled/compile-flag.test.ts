import { describe, expect, it, vi } from 'vitest'

import { variantPosition } from '../hash.ts'
import type { EvaluatedConstraint, EvaluatedFeature, EvaluatedSegment, EvaluationContext } from '../model.ts'
import { ALWAYS } from './compile-constraint.ts'
import { Compiler } from './compiler.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const country: EvaluatedConstraint = { contextName: 'country', operator: 'IN', values: ['NO'] }
const nordic: EvaluatedSegment = { id: 1, constraints: [{ ...country, values: ['NO', 'SE'] }] }

const flag = (parts: Partial<EvaluatedFeature> = {}): EvaluatedFeature => ({
  name: 'flag',
  enabled: true,
  strategies: [],
  ...parts,
})
const withConstraints = (...constraints: EvaluatedConstraint[]) =>
  flag({ strategies: [{ name: 'default', constraints }] })

function compile(segments: readonly EvaluatedSegment[] = []) {
  const render = vi.fn(() => null)
  const segmentOf = vi.fn((id: number) => segments.find((one) => one.id === id))
  const compiler = new Compiler(segmentOf, render)
  const decide = (feature: EvaluatedFeature, context: EvaluationContext = {}) =>
    compiler.flag(feature).decide(compiler.subject(context, () => undefined, { now: NOW, random: () => 0 }))
  const gateOf = (feature: EvaluatedFeature) => compiler.flag(feature).waysOn?.[0]?.strategy?.gate
  return { compiler, render, segmentOf, decide, gateOf }
}

describe('the results of a flag', () => {
  it.each<[string, EvaluatedFeature, EvaluationContext]>([
    ['off', flag({ enabled: false }), {}],
    ['on', flag(), {}],
    ['on by a strategy', withConstraints(country), { country: 'NO' }],
    ['no strategy matched', withConstraints(country), {}],
    ['one variant', flag({ variants: [{ name: 'red', weight: 1 }] }), {}],
    [
      'a variant by weight',
      flag({ variants: ['red', 'blue'].map((name) => ({ name, weight: 1 })) }),
      { userId: 'a' },
    ],
    [
      'a variant of the strategy',
      flag({
        strategies: [
          { name: 'default', variants: ['red', 'blue'].map((name) => ({ name, weight: 1 })) },
          { name: 'default' },
        ],
      }),
      { userId: 'a' },
    ],
    [
      'a variant by override',
      flag({
        variants: [
          { name: 'red', weight: 1 },
          { name: 'blue', weight: 1, overrides: [{ contextName: 'country', values: ['NO'] }] },
        ],
      }),
      { country: 'NO' },
    ],
  ])('are made once, and shared by all contexts: %s', (_what, feature, context) => {
    const { decide, render } = compile()
    const first = decide(feature, context)
    const made = render.mock.calls.length
    expect(decide(feature, { ...context, appName: 'other' })).toBe(first)
    expect(render).toHaveBeenCalledTimes(made)
    expect(render).toHaveBeenCalledWith(first.evaluation, feature)
  })

  it('differ by what chose the variant', () => {
    const { decide } = compile()
    const variants = [{ name: 'red', weight: 1, overrides: [{ contextName: 'country', values: ['NO'] }] }]
    const reasons = [{ country: 'NO' }, { country: 'SE' }].map(
      (context) => decide(flag({ variants }), context).evaluation,
    )
    expect(reasons.map(({ variant, variantReason }) => [variant.name, variantReason])).toEqual([
      ['red', 'override'],
      ['red', 'feature'],
    ])
  })

  it('belong to the object of the flag', () => {
    const { compiler } = compile()
    const one = flag()
    expect(compiler.flag(one)).toBe(compiler.flag(one))
    expect(compiler.flag(flag())).not.toBe(compiler.flag(one))
  })
})

describe('an evaluation says why', () => {
  const off = { name: 'default', disabled: true }
  const [red, green] = [
    { name: 'red', weight: 1 },
    { name: 'green', weight: 1 },
  ]
  it.each<[string, EvaluatedFeature, object]>([
    [
      'a flag that is off',
      flag({ enabled: false }),
      { reason: 'disabled', variant: 'disabled', variantReason: 'flag-off' },
    ],
    [
      'a flag of which no strategy matches',
      flag({ strategies: [{ name: 'moonPhase' }, off] }),
      { reason: 'no-strategy-matched', variant: 'disabled', variantReason: 'flag-off' },
    ],
    [
      'a flag without strategies',
      flag(),
      { reason: 'no-strategies', variant: 'disabled', variantReason: 'no-variants' },
    ],
    [
      'a flag whose strategies are all disabled',
      flag({ strategies: [off, off] }),
      { reason: 'no-strategies', variant: 'disabled', variantReason: 'no-variants' },
    ],
    [
      'a flag whose variants have no weight',
      flag({
        variants: [
          { ...red, weight: 0 },
          { ...green, weight: 0 },
        ],
      }),
      { reason: 'no-strategies', variant: 'disabled', variantReason: 'no-weight' },
    ],
    [
      'the third strategy, with the one of its variants that has a weight',
      flag({
        strategies: [
          off,
          { name: 'moonPhase' },
          { name: 'default', variants: [{ ...red, weight: 0 }, green] },
        ],
        variants: [red],
      }),
      { reason: 'strategy-matched', strategyIndex: 2, variant: 'green', variantReason: 'strategy' },
    ],
    [
      'a strategy whose variants have no weight',
      flag({ strategies: [{ name: 'default', variants: [{ ...red, weight: 0 }] }], variants: [red] }),
      { reason: 'strategy-matched', strategyIndex: 0, variant: 'red', variantReason: 'feature' },
    ],
  ])('%s', (_what, feature, expected) => {
    const { decide, compiler } = compile()
    const { name, enabled, variant, ...why } = decide(feature).evaluation
    expect({ ...why, variant: variant.name }).toEqual(expected)
    // the ways say the same
    const [way] = compiler.flag(feature).waysOn ?? []
    expect(way?.always?.evaluation).toEqual(enabled ? { name, enabled, variant, ...why } : undefined)
  })
})

describe('the variants of a strategy', () => {
  const [red, blue] = ['red', 'blue'].map((name) => ({ name, weight: 1 }))
  if (!red || !blue) throw new Error('no variants')
  it.each<[string, Record<string, string>, string | undefined, string, string]>([
    ['in a group that is missing', {}, undefined, 'undefined', 'userId'],
    ['in the group of the strategy', { groupId: 'shop' }, undefined, 'shop', 'userId'],
    ['sticky as the strategy is', { stickiness: 'country' }, undefined, 'undefined', 'country'],
    ['sticky as they say first', { stickiness: 'country' }, 'plan', 'undefined', 'plan'],
  ])('are chosen by the hash of the user: %s', (_what, parameters, stickiness, group, field) => {
    const { decide } = compile()
    const variants = [{ ...red, ...(stickiness ? { stickiness } : {}) }, blue]
    const feature = flag({ strategies: [{ name: 'default', parameters, variants }] })
    for (let n = 0; n < 20; n++) {
      const context = { userId: `user${n}`, country: `country${n}`, plan: `plan${n}` }
      const position = variantPosition(group, field.replace('Id', '') + n, 2)
      expect(decide(feature, context).evaluation.variant.name).toBe(position === 1 ? 'red' : 'blue')
    }
  })
})

describe('the ways for a flag to be on', () => {
  const rollout = (percentage: string) => ({ name: 'flexibleRollout', parameters: { rollout: percentage } })
  const ways = (parts: Partial<EvaluatedFeature>) => compile([nordic]).compiler.flag(flag(parts)).waysOn
  const ofStrategies = (...strategies: EvaluatedFeature['strategies']) => ways({ strategies })?.length

  it('are none of one that is off, and one without a strategy', () => {
    expect(ways({ enabled: false })).toEqual([])
    expect(ways({})).toMatchObject([{ strategy: undefined }])
    expect(ways({ strategies: [{ name: 'default', disabled: true }] })).toMatchObject([
      { strategy: undefined },
    ])
  })

  it('are its strategies, up to four', () => {
    const strategies = (count: number) => Array.from({ length: count }, () => rollout('50'))
    expect(ofStrategies(...strategies(1))).toBe(1)
    expect(ofStrategies(...strategies(4))).toBe(4)
    expect(ofStrategies(...strategies(5))).toBeUndefined()
    expect(ways({ dependencies: [{ feature: 'parent' }] })).toBeUndefined()
  })

  it.each<[string, EvaluatedFeature['strategies'][number]]>([
    ['that is disabled', { name: 'default', disabled: true }],
    ['for no share', rollout('0')],
    ['for a share that is no number', rollout('some')],
    ['of another kind', { name: 'moonPhase' }],
    ['with a segment that does not exist', { name: 'default', segments: [1, 2] }],
    ['for no addresses', { name: 'remoteAddress', parameters: {} }],
    ['for no share of users', { name: 'gradualRolloutUserId', parameters: { percentage: '0' } }],
    ...[
      { ...country, values: [] },
      { ...country, operator: 'LIKE' },
      { ...country, operator: 'LIKE', inverted: true },
      { contextName: 'age', operator: 'NUM_GT', value: 'old' },
      { contextName: 'currentTime', operator: 'DATE_AFTER', value: 'soon' },
      { contextName: 'version', operator: 'SEMVER_GT', value: 'latest' },
      { ...country, operator: 'STR_CONTAINS', values: [] },
    ].map((constraint): [string, EvaluatedFeature['strategies'][number]] => [
      `that no context matches: ${JSON.stringify(constraint)}`,
      { name: 'default', constraints: [country, constraint] },
    ]),
  ])('leave out a strategy %s', (_what, strategy) => {
    expect(ofStrategies(strategy, rollout('50'))).toBe(1)
  })

  it.each<EvaluatedConstraint>([
    { ...country, values: [], inverted: true },
    { contextName: 'age', operator: 'NUM_LT', value: 'old', inverted: true },
  ])('have no condition where every context matches: %j', (constraint) => {
    const { gateOf } = compile()
    expect(gateOf(withConstraints(constraint))).toBe(ALWAYS)
    // and it leaves those beside it alone
    expect(gateOf(withConstraints(constraint, country))).toBe(gateOf(withConstraints(country)))
  })

  it('have the same result for all where there is no choice', () => {
    const always = (parts: Partial<EvaluatedFeature>) => ways(parts)?.[0]?.always?.evaluation.variant.name
    const [red, blue] = ['red', 'blue'].map((name) => ({ name, weight: 1 }))
    const other = { name: 'green', weight: 0 }
    if (!red || !blue) throw new Error('no variants')
    expect(always({})).toBe('disabled')
    expect(always({ variants: [red] })).toBe('red')
    expect(always({ variants: [other, red] })).toBe('red')
    expect(always({ variants: [other] })).toBe('disabled')
    expect(always({ variants: [red, blue] })).toBeUndefined()
    expect(always({ variants: [{ ...red, overrides: [{ contextName: 'country', values: ['NO'] }] }] })).toBe(
      undefined,
    )
    const strategies = (variants: EvaluatedFeature['variants']) => [
      { name: 'default', ...(variants ? { variants } : {}) },
    ]
    expect(always({ variants: [red, blue], strategies: strategies([blue]) })).toBe('blue')
    expect(always({ variants: [red], strategies: strategies([red, blue]) })).toBeUndefined()
  })
})

describe('conditions', () => {
  const other: EvaluatedConstraint = { contextName: 'plan', operator: 'IN', values: ['pro'] }

  it('are shared by flags that have equal ones', () => {
    const { gateOf } = compile()
    expect(gateOf(withConstraints({ ...country }))).toBe(gateOf(withConstraints({ ...country })))
    expect(gateOf(withConstraints(country, other))).toBe(
      gateOf(withConstraints({ ...country }, { ...other })),
    )
  })

  it.each<Partial<EvaluatedConstraint>>([
    { contextName: 'plan' },
    { operator: 'NOT_IN' },
    { values: ['SE'] },
    { value: 'NO' },
    { inverted: true },
    { caseInsensitive: true },
  ])('are not shared by one with another %j', (change) => {
    const { gateOf } = compile()
    const gates = [country, { ...country, ...change }].map((one) => gateOf(withConstraints(one)))
    expect(gates[0]).not.toBe(gates[1])
  })

  it('are shared in the same order only, as the first that fails ends the others', () => {
    const { gateOf } = compile()
    expect(gateOf(withConstraints(country, other))).not.toBe(gateOf(withConstraints(other, country)))
  })

  it.each([
    [200, true],
    [400, false],
  ])('are shared up to a length: a value of %i characters: %s', (length, isShared) => {
    const { gateOf, decide } = compile()
    const long = { ...country, values: ['x'.repeat(length)] }
    const [one, another] = [long, long].map((constraint) => withConstraints(constraint))
    if (!one || !another) throw new Error('no flags')
    expect(gateOf(one) === gateOf(another)).toBe(isShared)
    // a list with one that is not shared is the flag's own
    const lists = [1, 2].map(() => gateOf(withConstraints(long, other)))
    expect(lists[0] === lists[1]).toBe(isShared)
    expect(decide(one, { country: 'x'.repeat(length) }).evaluation.enabled).toBe(true)
    expect(decide(another, { country: 'x' }).evaluation.enabled).toBe(false)
  })

  it('are shared up to a number', () => {
    const { gateOf, decide } = compile()
    const numbered = (n: number): EvaluatedConstraint => ({
      contextName: 'n',
      operator: 'NUM_EQ',
      value: `${n}`,
    })
    const isShared = (n: number) =>
      gateOf(withConstraints(numbered(n))) === gateOf(withConstraints(numbered(n)))
    for (let n = 0; n < 9_999; n++) gateOf(withConstraints(numbered(n)))
    expect([isShared(9_999), isShared(10_000), isShared(0)]).toEqual([true, false, true])
    expect(decide(withConstraints(numbered(10_000)), { n: 10_000 }).evaluation.enabled).toBe(true)
  })

  // the key of one: ["country","IN",["…"],null,null,null]
  it.each([
    [300, true],
    [301, false],
  ])('are shared up to a length: %i characters in all: %s', (length, isShared) => {
    const { gateOf } = compile()
    const long = { ...country, values: ['x'.repeat(length - '["country","IN",[""],null,null,null]'.length)] }
    expect(gateOf(withConstraints(long)) === gateOf(withConstraints(long))).toBe(isShared)
  })

  // the first ten have one figure, the next has two; a comma between each
  it.each([
    ['299', Array.from({ length: 150 }, () => 0), true],
    ['300', [...Array.from({ length: 149 }, () => 0), 10], true],
    ['301', Array.from({ length: 151 }, () => 0), false],
  ])('are shared as a list up to a length of its numbers: %s: %s', (_length, numbers, isShared) => {
    const { gateOf } = compile()
    const numbered = (n: number) => ({ ...country, values: [`${n}`] })
    for (let n = 0; n <= 10; n++) gateOf(withConstraints(numbered(n)))
    const list = () => gateOf(withConstraints(...numbers.map(numbered)))
    expect(list() === list()).toBe(isShared)
  })

  it('are shared as lists up to a number, among which one alone does not count', () => {
    const { gateOf } = compile()
    const numbered = (n: number) => ({ ...country, values: [`${n}`] })
    const list = (n: number) =>
      gateOf(withConstraints(numbered(n % 100), numbered(100 + Math.floor(n / 100))))
    for (let n = 0; n < 201; n++) gateOf(withConstraints(numbered(n)))
    for (let n = 0; n < 9_999; n++) list(n)
    expect([9_999, 10_000, 0].map((n) => list(n) === list(n))).toEqual([true, false, true])
  })

  it('of a segment are compiled once, for all flags', () => {
    const { gateOf, segmentOf, decide } = compile([nordic])
    const inSegment = () => flag({ strategies: [{ name: 'default', segments: [1] }] })
    expect(gateOf(inSegment())).toBe(gateOf(inSegment()))
    expect(segmentOf).toHaveBeenCalledTimes(1)
    expect(decide(inSegment(), { country: 'SE' }).evaluation.enabled).toBe(true)
    expect(decide(inSegment(), { country: 'DK' }).evaluation.enabled).toBe(false)
  })

  it('are checked too where a context came before them', () => {
    const { compiler } = compile()
    const subject = compiler.subject({ country: 'NO' }, () => undefined, { now: NOW, random: () => 0 })
    expect(compiler.flag(withConstraints(country)).decide(subject).evaluation.enabled).toBe(true)
    expect(compiler.flag(withConstraints(other)).decide(subject).evaluation.enabled).toBe(false)
  })
})

it('a compiler is overfull beyond 10,000 names of fields', () => {
  const { compiler, gateOf } = compile()
  const named = (n: number) => withConstraints({ ...country, contextName: `field-${n}` })
  for (let n = 0; n < 10_000; n++) gateOf(named(n))
  expect(compiler.isOverfull).toBe(false)
  gateOf(named(10_000))
  expect(compiler.isOverfull).toBe(true)
})
