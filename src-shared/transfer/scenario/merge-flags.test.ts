import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isEqual } from '../../configuration/equality.ts'
import { takingOf, type Choices } from '../merge.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment, ScenarioStrategy } from '../schemas/scenario.ts'
import { mergeList, openItemConflicts } from './merge-items.ts'
import { isRecord } from '../../own-value.ts'

interface Sides {
  base: ReadonlyMap<string, ScenarioFlag>
  mine: ReadonlyMap<string, ScenarioFlag>
  theirs: ReadonlyMap<string, ScenarioFlag>
  archived?: ReadonlySet<string>
}

function mergeFlags({ base, mine, theirs, archived }: Sides, choices: Choices = { choices: [] }) {
  const [was, is, wanted] = [base, mine, theirs].map((flags) => ({ flags: [...flags.values()] }))
  const sides = { base: was ?? {}, mine: is ?? {}, theirs: wanted ?? {}, ...(archived ? { archived } : {}) }
  return [...mergeList('flags', sides, takingOf(choices))].filter((one) => one !== null)
}

const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout'),
  title: fc.constantFrom(null, 'half'),
  disabled: fc.boolean(),
  parameters: fc.constantFrom<Record<string, string>>({}, { rollout: '10' }, { rollout: '20' }),
  constraints: fc.constant<NonNullable<ScenarioStrategy['constraints']>>([]),
  segments: fc.subarray(['beta', 'staff']),
  variants: fc.constant<NonNullable<ScenarioStrategy['variants']>>([]),
})
/** Properties of a flag, by their paths. */
const PROPERTIES = [
  'description',
  'type',
  'stale',
  'impressionData',
  'tags',
  'dependencies',
  'links',
  'environments › dev.eu › enabled',
  'environments › dev.eu › strategies',
  'environments › dev.eu › variants',
]
const state: fc.Arbitrary<Omit<ScenarioFlag, 'name'>> = fc.record({
  description: fc.constantFrom('', 'a', 'b'),
  type: fc.constantFrom('release', 'experiment'),
  stale: fc.boolean(),
  impressionData: fc.boolean(),
  tags: fc.subarray([
    { type: 'simple', value: 'a' },
    { type: 'simple', value: 'b' },
  ]),
  dependencies: fc.subarray([{ feature: 'parent', enabled: true, variants: [] }]),
  links: fc.subarray([{ url: 'https://example.com', title: null }]),
  environments: fc.record({
    'dev.eu': fc.record({
      enabled: fc.boolean(),
      strategies: fc.array(strategy, { maxLength: 2 }),
      variants: fc.constant<NonNullable<ScenarioFlagEnvironment['variants']>>([]),
    }),
  }),
})
const side: fc.Arbitrary<ReadonlyMap<string, ScenarioFlag>> = fc
  .dictionary(fc.constantFrom('one', 'two', 'three'), state)
  .map((flags) => new Map(Object.entries(flags).map(([name, flag]) => [name, { name, ...flag }])))
const three = fc.record({ base: side, mine: side, theirs: side })

/** Builds the flags after a merge. Flags without differences stay, and so do flags that only we have. */
function apply({ mine }: Sides, merged: ReturnType<typeof mergeFlags>) {
  const result = new Map(mine)
  for (const { name, result: flag } of merged)
    if (flag) result.set(name, flag)
    else result.delete(name)
  return Object.fromEntries(result)
}
const after = (sides: Sides, choices?: Choices) => apply(sides, mergeFlags(sides, choices))
const plain = (flags: Sides['mine']) => Object.fromEntries(flags)
const onlyOf = (sides: Sides) => {
  const known = new Set([...sides.base.keys(), ...sides.theirs.keys()])
  return Object.fromEntries([...sides.mine].filter(([name]) => !known.has(name)))
}

const valueAt = (flag: unknown, path: string) =>
  path.split(' › ').reduce((value, name) => (isRecord(value) ? value[name] : undefined), flag)

describe('the three-way difference of flags', () => {
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
        expect(openItemConflicts(mergeFlags(sides))).toEqual([])
        expect(after(sides)).toEqual(plain(mine))
      }),
    )
  })

  it('takes the remote state where nothing was changed locally', () => {
    fc.assert(
      fc.property(side, side, (base, theirs) => {
        const sides = { base, mine: base, theirs }
        expect(openItemConflicts(mergeFlags(sides))).toEqual([])
        expect(after(sides)).toEqual(plain(theirs))
      }),
    )
  })

  it('has the same conflicts from either side', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const common = ({ name }: { name: string }) =>
          (base.has(name) || theirs.has(name)) && (base.has(name) || mine.has(name))
        const there = mergeFlags({ base, mine, theirs }).filter(common)
        const here = mergeFlags({ base, mine: theirs, theirs: mine }).filter(common)
        expect(openItemConflicts(there)).toEqual(openItemConflicts(here))
      }),
    )
  })

  it('has a conflict exactly where both sides changed differently', () => {
    fc.assert(
      fc.property(state, state, state, (...three) => {
        const [base, mine, theirs] = three.map((one) => new Map([['one', { name: 'one', ...one }]]))
        const merged = mergeFlags({
          base: base ?? new Map(),
          mine: mine ?? new Map(),
          theirs: theirs ?? new Map(),
        })
        const expected = PROPERTIES.filter((path) => {
          const [was, is, wanted] = three.map((one) => valueAt(one, path))
          return !isEqual(was, is) && !isEqual(was, wanted) && !isEqual(is, wanted)
        })
        expect(openItemConflicts(merged)).toEqual(expected.map((path) => `flags/one (${path})`))
      }),
    )
  })

  it('has no conflict left when one side is chosen for all, and changes only what conflicts', () => {
    fc.assert(
      fc.property(three, fc.constantFrom('mine' as const, 'theirs' as const), (sides, conflicts) => {
        const merged = mergeFlags(sides, { choices: [], conflicts })
        expect(openItemConflicts(merged)).toEqual([])
        for (const { differences } of merged)
          for (const { outcome, take } of differences)
            expect(take).toBe(outcome === 'conflict' ? conflicts : outcome)
      }),
    )
  })

  it('equals the remote state when theirs is chosen for every flag', () => {
    fc.assert(
      fc.property(three, (sides) => {
        const choices = ['one', 'two', 'three'].map((one) => ({
          item: `flags/${one}`,
          take: 'theirs' as const,
        }))
        expect(after(sides, { choices })).toEqual({ ...plain(sides.theirs), ...onlyOf(sides) })
      }),
    )
  })

  it('changes nothing when it is applied a second time', () => {
    fc.assert(
      fc.property(three, fc.constantFrom('mine' as const, 'theirs' as const), (sides, conflicts) => {
        const mine = new Map(Object.entries(after(sides, { choices: [], conflicts })))
        const again = { base: sides.theirs, mine, theirs: sides.theirs }
        expect(openItemConflicts(mergeFlags(again))).toEqual([])
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
  const flag: ScenarioFlag = { name: 'one', description: '', type: 'release', tags: [] }
  const sides = {
    base: new Map(),
    mine: new Map(),
    theirs: new Map([['one', flag]]),
    archived: new Set(['one']),
  }

  it('is restored only on request', () => {
    expect(mergeFlags(sides)).toMatchObject([
      { action: 'leave', differences: [{ outcome: 'conflict', mine: 'archived' }] },
    ])
    const choices = [{ item: 'flags/one', property: 'presence', take: 'theirs' as const }]
    expect(mergeFlags(sides, { choices })).toMatchObject([{ action: 'revive', result: flag }])
  })
})
