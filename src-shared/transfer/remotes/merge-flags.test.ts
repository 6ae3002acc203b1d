import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isEqual } from '../../configuration/equality.ts'
import { FLAG_PROPERTIES, type FlagState } from './flag-state.ts'
import { mergeFlags, openConflicts, type MergedFlag, type Sides } from './merge-flags.ts'

type Strategy = FlagState['strategies'][number]
const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout'),
  title: fc.constantFrom(null, 'half'),
  disabled: fc.boolean(),
  parameters: fc.constantFrom<Record<string, string>>({}, { rollout: '10' }, { rollout: '20' }),
  constraints: fc.constant<Strategy['constraints']>([]),
  segments: fc.subarray(['beta', 'staff']),
  variants: fc.constant<Strategy['variants']>([]),
})
const state: fc.Arbitrary<FlagState> = fc.record({
  description: fc.constantFrom('', 'a', 'b'),
  type: fc.constantFrom('release', 'experiment'),
  stale: fc.boolean(),
  impressionData: fc.boolean(),
  tags: fc.subarray([
    { type: 'simple', value: 'a' },
    { type: 'simple', value: 'b' },
  ]),
  dependencies: fc.subarray<FlagState['dependencies'][number]>([
    { feature: 'parent', enabled: true, variants: [] },
  ]),
  links: fc.subarray<FlagState['links'][number]>([{ url: 'https://example.com', title: null }]),
  enabled: fc.boolean(),
  strategies: fc.array(strategy, { maxLength: 2 }),
  variants: fc.constant<FlagState['variants']>([]),
})
const side: fc.Arbitrary<ReadonlyMap<string, FlagState>> = fc
  .dictionary(fc.constantFrom('one', 'two', 'three'), state)
  .map((flags) => new Map(Object.entries(flags)))
const three = fc.record({ base: side, mine: side, theirs: side })

/** Builds the flags after a merge. Flags without differences stay, and so do flags that only we have. */
function apply({ mine }: Sides, merged: readonly MergedFlag[]): Record<string, FlagState> {
  const result = new Map(mine)
  for (const { flag, result: state } of merged)
    if (state) result.set(flag, state)
    else result.delete(flag)
  return Object.fromEntries(result)
}
const after = (sides: Sides, choices?: Parameters<typeof mergeFlags>[1]) =>
  apply(sides, mergeFlags(sides, choices))
const plain = (flags: ReadonlyMap<string, FlagState>) => Object.fromEntries(flags)
const onlyOf = (sides: Sides) => {
  const known = new Set([...sides.base.keys(), ...sides.theirs.keys()])
  return Object.fromEntries([...sides.mine].filter(([name]) => !known.has(name)))
}

describe('the three-way difference', () => {
  it('is empty where both sides are the same', () => {
    fc.assert(
      fc.property(side, side, (base, both) => {
        expect(mergeFlags({ base, mine: both, theirs: both })).toEqual([])
      }),
    )
  })

  it('keeps the local state where the remote changed nothing', () => {
    fc.assert(
      fc.property(side, side, (base, mine) => {
        const sides = { base, mine, theirs: base }
        expect(openConflicts(mergeFlags(sides))).toEqual([])
        expect(after(sides)).toEqual(plain(mine))
      }),
    )
  })

  it('takes the remote state where nothing was changed locally', () => {
    fc.assert(
      fc.property(side, side, (base, theirs) => {
        const sides = { base, mine: base, theirs }
        expect(openConflicts(mergeFlags(sides))).toEqual([])
        expect(after(sides)).toEqual(plain(theirs))
      }),
    )
  })

  it('has the same conflicts from either side', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const common = ({ flag }: { flag: string }) =>
          (base.has(flag) || theirs.has(flag)) && (base.has(flag) || mine.has(flag))
        const there = openConflicts(mergeFlags({ base, mine, theirs })).filter(common)
        const here = openConflicts(mergeFlags({ base, mine: theirs, theirs: mine })).filter(common)
        expect(there).toEqual(here)
      }),
    )
  })

  it('has a conflict exactly where both sides changed differently', () => {
    fc.assert(
      fc.property(state, state, state, (base, mine, theirs) => {
        const of = (one: FlagState) => new Map([['one', one]])
        const merged = mergeFlags({ base: of(base), mine: of(mine), theirs: of(theirs) })
        const expected = FLAG_PROPERTIES.filter(
          (one) =>
            !isEqual(base[one], mine[one]) &&
            !isEqual(base[one], theirs[one]) &&
            !isEqual(mine[one], theirs[one]),
        )
        expect(openConflicts(merged).map(({ property }) => property)).toEqual(expected)
      }),
    )
  })

  it('has no conflict left when one side is chosen for all, and changes only what conflicts', () => {
    fc.assert(
      fc.property(three, fc.constantFrom('mine' as const, 'theirs' as const), (sides, conflicts) => {
        const merged = mergeFlags(sides, { choices: [], conflicts })
        expect(openConflicts(merged)).toEqual([])
        for (const { differences } of merged)
          for (const { outcome, take } of differences)
            expect(take).toBe(outcome === 'conflict' ? conflicts : outcome)
      }),
    )
  })

  it('equals the remote state when theirs is chosen for every flag', () => {
    fc.assert(
      fc.property(three, (sides) => {
        const choices = ['one', 'two', 'three'].map((flag) => ({ flag, take: 'theirs' as const }))
        expect(after(sides, { choices })).toEqual({ ...plain(sides.theirs), ...onlyOf(sides) })
      }),
    )
  })

  it('changes nothing when it is applied a second time', () => {
    fc.assert(
      fc.property(three, fc.constantFrom('mine' as const, 'theirs' as const), (sides, conflicts) => {
        const mine = new Map(Object.entries(after(sides, { choices: [], conflicts })))
        const again = { base: sides.theirs, mine, theirs: sides.theirs }
        expect(openConflicts(mergeFlags(again))).toEqual([])
        expect(after(again)).toEqual(plain(mine))
      }),
    )
  })

  it('does not depend on the order of the flags', () => {
    fc.assert(
      fc.property(three, (sides) => {
        const turned = (flags: Sides['mine']) => new Map([...flags].reverse())
        const { base, mine, theirs } = sides
        const again = mergeFlags({ base: turned(base), mine: turned(mine), theirs: turned(theirs) })
        expect(again).toEqual(mergeFlags(sides))
      }),
    )
  })
})

describe('a flag that is archived here', () => {
  const flag: FlagState = {
    description: '',
    type: 'release',
    stale: false,
    impressionData: false,
    tags: [],
    dependencies: [],
    links: [],
    enabled: false,
    strategies: [],
    variants: [],
  }
  const theirs = new Map([['one', flag]])
  const archived = new Set(['one'])

  it('is restored only on request', () => {
    const first = mergeFlags({ base: new Map(), mine: new Map(), theirs, archived })
    expect(first).toMatchObject([{ deed: 'leave', differences: [{ outcome: 'conflict', mine: 'archived' }] }])
    const choices = [{ flag: 'one', property: 'presence' as const, take: 'theirs' as const }]
    expect(mergeFlags({ base: new Map(), mine: new Map(), theirs, archived }, { choices })).toMatchObject([
      { deed: 'revive', result: flag },
    ])
  })
})
