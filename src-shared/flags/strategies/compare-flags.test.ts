import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rolloutPosition } from '../evaluation/hash.ts'
import { evaluateFlag, type EvaluatedFeature } from '../evaluation/index.ts'
import type { EvaluatedStrategy } from '../evaluation/model.ts'
import { comparedStrategies, shareOfFlags } from './compare-flags.ts'

const rollout = (percent: number, groupId = 'shared', stickiness = 'default'): EvaluatedStrategy => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), groupId, stickiness },
})
const flag = (name: string, ...strategies: EvaluatedStrategy[]): EvaluatedFeature => ({
  name,
  enabled: true,
  strategies,
})
const share = (a: EvaluatedStrategy[], b: EvaluatedStrategy[]) =>
  shareOfFlags(flag('a', ...a), flag('b', ...b))
const targeted = (strategy: EvaluatedStrategy): EvaluatedStrategy => ({
  ...strategy,
  constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }],
})

describe('the share of users in two flags', () => {
  it('is exact with one group and stickiness, and the smaller flag is a part of the larger one', () => {
    expect(share([rollout(20)], [rollout(50)])).toEqual([
      {
        of: 'everybody',
        ...{ both: 20, onlyFirst: 0, onlySecond: 30, neither: 50 },
        relation: 'same',
        isExact: true,
        reason:
          'They are not independent: both place users by the group “shared” and default, so all users of a are in b, too.',
      },
    ])
    expect(share([rollout(50)], [rollout(50)])[0]?.reason).toMatch(/so exactly the same users are in both\.$/)
  })

  it('is the product with different groups', () => {
    expect(share([rollout(20, 'a')], [rollout(50, 'b')])).toEqual([
      {
        of: 'everybody',
        ...{ both: 10, onlyFirst: 10, onlySecond: 40, neither: 40 },
        relation: 'independent',
        isExact: false,
        reason:
          'They are independent: a places users by the group “a” and default, b by the group “b” and default. The share in both is the product.',
      },
    ])
  })

  it.each([
    ['fields', rollout(50, 'shared', 'companyId'), 'independent'],
    ['draws', rollout(50, 'shared', 'random'), 'independent'],
    [
      'draws of an older strategy',
      { name: 'gradualRolloutRandom', parameters: { percentage: '50' } },
      'independent',
    ],
    ['everybody', rollout(100), 'certain'],
    ['a default strategy', { name: 'default' }, 'certain'],
    ['nobody', rollout(0), 'certain'],
  ])('with %s is %s', (_what, other, relation) => {
    expect(share([rollout(20)], [other])[0]?.relation).toBe(relation)
  })

  it('is split where default and the field behind it have one group', () => {
    const found = share([rollout(20)], [rollout(50, 'shared', 'userId')])
    expect(found.map(({ of, both, neither, relation }) => [of, both, neither, relation])).toEqual([
      ['with-user-id', 20, 50, 'same'],
      // without a user ID, a rollout on it lets nobody in
      ['without-user-id', 0, 80, 'certain'],
    ])
    expect(
      share([rollout(20)], [rollout(50, 'shared', 'sessionId')]).map(({ relation }) => relation),
    ).toEqual(['independent', 'same'])
  })

  it('is mixed where a flag has further strategies', () => {
    // in a: 28, as 0.8 * 0.9 are not; in neither: 0.5 * 0.9
    expect(share([rollout(20), rollout(10, 'other')], [rollout(50)])).toMatchObject([
      {
        both: 23,
        onlyFirst: 5,
        onlySecond: 27,
        neither: 45,
        relation: 'mixed',
        isExact: false,
      },
    ])
  })

  it('leaves out what is for some users only, beside what is for all', () => {
    const strategies = [rollout(20), targeted({ name: 'default' })]
    expect(comparedStrategies(flag('a', ...strategies))).toMatchObject({ leftOut: 1, isTargeted: false })
    expect(share(strategies, [rollout(50)])[0]).toMatchObject({ both: 20, isExact: true })
    expect(comparedStrategies(flag('a', targeted(rollout(20))))).toMatchObject({
      leftOut: 0,
      isTargeted: true,
    })
  })

  it('is not known with a list of users', () => {
    const users = { name: 'userWithId', parameters: { userIds: 'ann' } }
    expect(comparedStrategies(flag('a', rollout(20), users)).unknown).toEqual(['userWithId'])
  })
})

/** For each position of two groups, a user who has these positions; many are tried. */
function usersByPositions(groups: readonly [string, string]): string[] {
  const found = new Map<string, string>()
  for (let n = 0; found.size < POSITIONS * POSITIONS; n += 1) {
    const user = `user-${n}`
    const key = groups.map((group) => rolloutPosition(group, user)).join()
    if (!found.has(key)) found.set(key, user)
  }
  return [...found.values()]
}
const POSITIONS = 100
const GROUPS = ['shared', 'other'] as const

it('is what an evaluation of a user for each pair of positions counts', { timeout: 120_000 }, () => {
  const users = usersByPositions(GROUPS)
  const strategies = fc.array(
    fc
      .record({ percent: fc.integer({ min: 0, max: 100 }), group: fc.constantFrom(...GROUPS) })
      .map(({ percent, group }) => rollout(percent, group)),
    { minLength: 1, maxLength: 3 },
  )
  const exact = { same: 0, product: 0 }
  fc.assert(
    fc.property(strategies, strategies, (ofA, ofB) => {
      const flags = new Map([flag('a', ...ofA), flag('b', ...ofB)].map((one) => [one.name, one]))
      const sources = {
        feature: (name: string) => flags.get(name),
        segment: () => undefined,
        now: new Date(0),
        random: () => 0.5,
      }
      const isIn = (name: string, userId: string) =>
        evaluateFlag(name, { userId }, sources, { trace: 'none' }).enabled
      const counted = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }
      for (const user of users) {
        const [a, b] = [isIn('a', user), isIn('b', user)]
        counted[a ? (b ? 'both' : 'onlyFirst') : b ? 'onlySecond' : 'neither'] += 1
      }
      const [found, ...more] = share(ofA, ofB)
      expect(more).toEqual([])
      for (const [name, users] of Object.entries(counted))
        expect(found?.[name as keyof typeof counted], name).toBeCloseTo(users / POSITIONS, 6)
      exact[found?.isExact ? 'same' : 'product'] += 1
    }),
    { numRuns: 40 },
  )
  expect(Math.min(exact.same, exact.product)).toBeGreaterThan(0)
})
