import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { evaluateFlag, type EvaluatedFeature } from '#shared/flags/evaluation/index.ts'
import {
  drawOfStrategy,
  rolloutOf,
  sharedPosition,
  shareOfBoth,
} from '#shared/flags/strategies/shared-users.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'

const USERS = 10_000
/** Standard deviations that a count may be away from what is expected: less than one in 500 million is. */
const DEVIATIONS = 6

const rollout = (groups: fc.Arbitrary<string>) =>
  fc.record({
    groupId: groups,
    stickiness: fc.constantFrom('default', 'userId'),
    rollout: fc.integer({ min: 0, max: 100 }).map(String),
  })
const seed = fc.nat()

const flagWith = (name: string, parameters: Record<string, string>, variants = false): EvaluatedFeature => ({
  name,
  enabled: true,
  strategies: [{ name: 'flexibleRollout', parameters, ...(variants ? { variants: VARIANTS } : {}) }],
})
const VARIANTS = ['first', 'second'].map((name) => ({ name, weight: 500 }))

/** Evaluates two flags for many users, and counts who is in one, in the other, and in both. */
function count(a: EvaluatedFeature, b: EvaluatedFeature, seed: number) {
  const features = new Map([a, b].map((feature) => [feature.name, feature]))
  const sources = {
    feature: (name: string) => features.get(name),
    segment: () => undefined,
    now: new Date(0),
    random: () => 0.5,
  }
  const counts = { a: 0, b: 0, both: 0, sameVariant: 0 }
  for (let n = 0; n < USERS; n += 1) {
    const context = { userId: `user-${seed}-${n}` }
    const [ofA, ofB] = [a, b].map(({ name }) => evaluateFlag(name, context, sources, { trace: 'none' }))
    if (ofA?.enabled) counts.a += 1
    if (ofB?.enabled) counts.b += 1
    if (!ofA?.enabled || !ofB?.enabled) continue
    counts.both += 1
    if (ofA.variant.name === ofB.variant.name) counts.sameVariant += 1
  }
  return counts
}

const tolerance = (share: number) => DEVIATIONS * Math.sqrt(USERS * share * (1 - share)) + 1

describe('the share of users in two rollouts', () => {
  it('is that of the smaller one, user by user, where group and stickiness are the same', () => {
    fc.assert(
      fc.property(rollout(fc.constant('shared')), rollout(fc.constant('shared')), seed, (a, b, seed) => {
        const [one, other] = [a, b].map((parameters) => rolloutOf({ name: 'flexibleRollout', parameters }))
        if (!one || !other) throw new Error('no rollout')
        const share = shareOfBoth(one, other)
        const counts = count(flagWith('a', a), flagWith('b', b), seed)
        expect(share.isExact).toBe(true)
        // not about as many: exactly the users of the smaller one
        expect(counts.both).toBe(Math.min(counts.a, counts.b))
        expect(Math.abs(counts.both - (USERS * share.percent) / 100)).toBeLessThan(
          tolerance(share.percent / 100),
        )
      }),
      { numRuns: propertyRuns(30) },
    )
  })

  it('is the product, as far as users are spread by chance, for different groups', () => {
    const groups = fc.uniqueArray(fc.string({ maxLength: 12 }), { minLength: 2, maxLength: 2 })
    const anyRollout = rollout(fc.constant(''))
    fc.assert(
      fc.property(groups, anyRollout, anyRollout, seed, ([first = '', second = ''], a, b, seed) => {
        const [inFirst, inSecond] = [
          { ...a, groupId: first },
          { ...b, groupId: second },
        ]
        const [one, other] = [inFirst, inSecond].map((parameters) =>
          rolloutOf({ name: 'flexibleRollout', parameters }),
        )
        if (!one || !other) throw new Error('no rollout')
        const share = shareOfBoth(one, other)
        expect(share.isExact).toBe(false)
        const { both } = count(flagWith('a', inFirst), flagWith('b', inSecond), seed)
        expect(Math.abs(both - (USERS * share.percent) / 100)).toBeLessThan(tolerance(share.percent / 100))
      }),
      { numRuns: propertyRuns(30) },
    )
  })
})

describe('variants', () => {
  const parameters = (groupId: string) => ({ groupId, stickiness: 'userId', rollout: '100' })

  it('are the same for every user, where strategies share group and stickiness', () => {
    const [a, b] = [flagWith('a', parameters('shared'), true), flagWith('b', parameters('shared'), true)]
    const [one, other] = [a, b].map(({ strategies: [strategy] }) => strategy && drawOfStrategy(strategy))
    expect(one && other && sharedPosition(one, other)).toBe('everybody')
    expect(count(a, b, 1)).toMatchObject({ both: USERS, sameVariant: USERS })
  })

  it('are independent for different groups, and of the position in the rollout', () => {
    const different = count(flagWith('a', parameters('one'), true), flagWith('b', parameters('two'), true), 1)
    expect(Math.abs(different.sameVariant - USERS / 2)).toBeLessThan(tolerance(0.5))
    // of the half that is in, half get each variant: the seed of variants is another one
    const half = { ...parameters('shared'), rollout: '50' }
    const within = count(flagWith('a', half, true), flagWith('b', parameters('other'), true), 1)
    expect(Math.abs(within.sameVariant - within.both / 2)).toBeLessThan(tolerance(0.5))
  })
})
