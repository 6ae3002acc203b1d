import { describe, expect, it, vi } from 'vitest'

import { rolloutPosition } from '../hash.ts'
import type { EvaluatedFeature, EvaluationContext } from '../model.ts'
import { Compiler } from './compiler.ts'
import { FlagTableBuilder } from './flag-table.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values })
const rollout = (percentage: number, stickiness = 'default') => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness, groupId: 'group' },
})
const [red, blue] = [
  { name: 'red', weight: 1 },
  { name: 'blue', weight: 1 },
]

const FLAGS: EvaluatedFeature[] = [
  { name: 'on', enabled: true, strategies: [] },
  { name: 'off', enabled: false, strategies: [] },
  {
    name: 'two ways',
    enabled: true,
    strategies: [
      { ...rollout(100), constraints: [country('NO')] },
      { ...rollout(40), constraints: [country('NO', 'SE')] },
    ],
  },
  { name: 'share', enabled: true, strategies: [rollout(60, 'country')], variants: [red] },
  {
    name: 'by ids',
    enabled: true,
    strategies: [{ name: 'userWithId', parameters: { userIds: 'ann' }, constraints: [country('NO')] }],
    variants: [red, blue],
  },
  { name: 'child', enabled: true, strategies: [], dependencies: [{ feature: 'on' }] },
  { name: 'never', enabled: true, strategies: [rollout(0)] },
]

/** Puts the flags into a table, and evaluates it for a context in steps of some rows. */
function tableOf(flags: readonly EvaluatedFeature[] = FLAGS) {
  const compiler = new Compiler(
    () => undefined,
    () => null,
  )
  const builder = new FlagTableBuilder<null>()
  for (const flag of flags) builder.add(compiler.flag(flag))
  const table = builder.build()
  const begin = (context: EvaluationContext) =>
    table.begin(
      compiler.subject(context, (name) => flags.find((one) => one.name === name), {
        now: NOW,
        random: () => 0.5,
      }),
    )
  return { table, begin }
}

it('a table has a row for each way of a flag to be on, and what is in it once', () => {
  const { table } = tableOf()
  expect(table.size).toBe(5)
  // by all, by share, by rule, by the flag itself
  expect(table.rules.map((rule) => rule !== undefined)).toEqual([false, false, true, true, true, false])
  expect([...table.nextOf]).toEqual([1, 3, 3, 4, 5, 6])
  expect([...table.gateOf]).toEqual([-1, 0, 1, -1, 0, -1])
  expect(table.gates).toHaveLength(2)
  expect([...table.stickinessOf]).toEqual([0, 0, 1, 2, 0, 0])
  expect([...table.percentages]).toEqual([0, 0, 40, 60, 0, 0])
  expect(table.always.map((one) => one?.evaluation.variant.name)).toEqual([
    ...['disabled', 'disabled', 'disabled', 'red', undefined, undefined],
  ])
  // 'group:' is one block and two bytes
  expect([...table.lengths]).toEqual([0, 0, 6, 6, 0, 0])
  expect([...table.bits]).toEqual([0, 0, 16, 16, 0, 0])
  expect(table.hashes[2]).toBe(table.hashes[3])
  expect(table.rests[2]).toBe('p'.charCodeAt(0) + 256 * ':'.charCodeAt(0))
})

// of the group, NO is at 78 of 100, SE at 23, ann at 52 and bob at 16
it.each<[EvaluationContext, (number | string)[]]>([
  [{}, [0, 'child']],
  // the first way that leads there ends the flag
  [{ country: 'NO', userId: 'ann' }, [0, 1, 'by ids', 'child']],
  [{ country: 'NO', userId: 'bob' }, [0, 1, 'child']],
  [{ country: 'SE', userId: 'ann' }, [0, 3, 'child']],
  [{ country: 'SE', userId: 'bob' }, [0, 2, 3, 'child']],
])('a table has the row, or the result, of each flag that is on: %j', (context, expected) => {
  const { table, begin } = tableOf()
  for (const rows of [1, 2, 100]) {
    const evaluation = begin(context)
    while (evaluation.advance(rows));
    const { picks, on, others } = evaluation
    expect([...picks.subarray(0, on)].map((row) => (row < 0 ? others[~row]?.evaluation.name : row))).toEqual(
      expected,
    )
    expect(picks).toHaveLength(table.size)
    expect(others.map((other) => other.evaluation.name)).toEqual(
      expected.filter((one) => typeof one === 'string'),
    )
  }
})

it('a table is evaluated in steps of rows, of which a flag that is on may save some', () => {
  const { begin } = tableOf()
  const onAfter = (context: EvaluationContext) => {
    const evaluation = begin(context)
    const on = []
    do on.push(evaluation.on)
    while (evaluation.advance(1))
    expect(evaluation.advance(1)).toBe(false)
    return [...on, evaluation.on]
  }
  expect(onAfter({ country: 'SE', userId: 'bob' })).toEqual([0, 1, 1, 2, 3, 3, 4])
  expect(onAfter({ country: 'NO', userId: 'ann' })).toEqual([0, 1, 2, 2, 3, 4])
})

it.each([
  [22, 0],
  [23, 1],
])('a share of %i in a table ends with its position', (percentage, on) => {
  const { begin } = tableOf([
    { name: 'share', enabled: true, strategies: [rollout(percentage, 'country')] },
    { name: 'no share', enabled: true, strategies: [rollout(10, 'country')] },
  ])
  const evaluation = begin({ country: 'SE' })
  evaluation.advance(2)
  expect(evaluation.on).toBe(on)
})

describe('what rows are sticky on', () => {
  const KINDS = ['default', 'country', 'plan']

  /** Two shares of each kind: the first ends with the position of the context, the second before it. */
  function sharesOf({ userId = '', country = '', plan = '' }: Record<string, string>) {
    const flags = [userId, country, plan].flatMap((text, index) =>
      [0, 1].map((less): EvaluatedFeature => ({
        name: `${KINDS[index]} ${less}`,
        enabled: true,
        strategies: [rollout(rolloutPosition('group', text) - less, KINDS[index])],
      })),
    )
    const compiler = new Compiler(
      () => undefined,
      () => null,
    )
    const builder = new FlagTableBuilder<null>()
    const strategies = flags.flatMap((flag) => compiler.flag(flag).waysOn?.[0]?.strategy ?? [])
    const rules = strategies.map((strategy) => vi.spyOn(strategy, 'rule'))
    const reads = strategies.flatMap(({ share }) => (share ? vi.spyOn(share, 'stickyOf') : []))
    for (const flag of flags) builder.add(compiler.flag(flag))
    const evaluate = (context: EvaluationContext) => {
      const sources = { now: NOW, random: () => 0.5 }
      const evaluation = builder.build().begin(compiler.subject(context, () => undefined, sources))
      evaluation.advance(flags.length)
      return [...evaluation.picks.subarray(0, evaluation.on)]
    }
    return { evaluate, rules, reads }
  }
  const calls = (mocks: { mock: { calls: unknown[] } }[]) => mocks.map(({ mock }) => mock.calls.length)

  it('is read once for all of its kind, and their rules are not asked', () => {
    const context = { userId: 'ann', country: 'SE', plan: 'pro' }
    const { evaluate, rules, reads } = sharesOf(context)
    expect(evaluate(context)).toEqual([0, 2, 4])
    expect(calls(rules)).toEqual([0, 0, 0, 0, 0, 0])
    expect(calls(reads)).toEqual([1, 0, 1, 0, 1, 0])
  })

  it('is looked for once where there is none, and rules decide', () => {
    const { evaluate, rules, reads } = sharesOf({ userId: 'ann', country: 'SE', plan: 'pro' })
    // chance is at 20 of 100, ann at 52: only for those without a user it decides
    expect(evaluate({})).toEqual([0, 1])
    expect(calls(rules)).toEqual([1, 1, 1, 1, 1, 1])
    expect(calls(reads)).toEqual([1, 0, 1, 0, 1, 0])
  })
})

it('chance decides in a table where there is nothing to be sticky on', () => {
  const { begin } = tableOf([{ name: 'share', enabled: true, strategies: [rollout(100 - 1)] }])
  const evaluation = begin({})
  expect(evaluation.advance(1)).toBe(false)
  const { begin: other } = tableOf([{ name: 'share', enabled: true, strategies: [rollout(1)] }])
  const rare = other({})
  rare.advance(1)
  expect([evaluation.on, rare.on]).toEqual([1, 0])
})
