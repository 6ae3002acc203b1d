import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkHistory } from './check-history.ts'
import type { Anomaly, Transaction } from './history.ts'

type Sketch = Partial<Omit<Transaction, 'appends' | 'reads'>> & {
  appends?: Record<string, string>
  reads?: Record<string, string>
}

/** Calls in short: `appends: { x: '1' }`, `reads: { x: '123' }`; one after the other where no time is said. */
const historyOf = (...sketches: Sketch[]): Transaction[] =>
  sketches.map(({ appends = {}, reads = {}, ...rest }, n) => ({
    ...{ client: `c${n}`, began: 10 * n, ended: 10 * n + 5, outcome: 'acknowledged' as const },
    appends: Object.entries(appends).map(([list, value]) => ({ list, value })),
    reads: Object.entries(reads).map(([list, values]) => ({ list, values: [...values] })),
    ...rest,
  }))

/** All at the same time. */
const AT_ONCE = { began: 0, ended: 100 }
const LAST = { began: 1000, ended: 1001 }

const kindsOf = (history: readonly Transaction[]) =>
  checkHistory(history).map(({ kind, within }) => (within ? `${kind} in ${within}` : kind))

describe('anomalies that were planted', () => {
  const planted: Record<string, { calls: Sketch[]; kind: Anomaly['kind'] | `${string} in ${string}` }> = {
    'an acknowledged value that is missing': {
      calls: [{ appends: { x: '1' } }, { appends: { x: '2' } }, { reads: { x: '1' } }],
      kind: 'lost',
    },
    'a value that was executed twice': {
      calls: [{ appends: { x: '1' } }, { reads: { x: '11' } }],
      kind: 'twice',
    },
    'a value that was refused, and is there': {
      calls: [{ appends: { x: '1' }, outcome: 'refused' }, { reads: { x: '1' } }],
      kind: 'refused',
    },
    'a value that nobody appended': { calls: [{ reads: { x: '7' } }], kind: 'invented' },
    'reads that do not agree': {
      calls: [
        { ...AT_ONCE, appends: { x: '1' } },
        { ...AT_ONCE, appends: { x: '2' } },
        { reads: { x: '12' } },
        { reads: { x: '21' } },
      ],
      kind: 'forked',
    },
    'two writes of two lists, each first in one': {
      calls: [
        { ...AT_ONCE, appends: { x: '1', y: '1' } },
        { ...AT_ONCE, appends: { x: '2', y: '2' } },
        { ...LAST, reads: { x: '12', y: '21' } },
      ],
      kind: 'G0',
    },
    'two calls that each read what the other wrote': {
      calls: [
        { ...AT_ONCE, appends: { x: '1' }, reads: { y: '1' } },
        { ...AT_ONCE, appends: { y: '1' }, reads: { x: '1' } },
        { ...LAST, reads: { x: '1', y: '1' } },
      ],
      kind: 'G1c',
    },
    'a read of one half of a write': {
      calls: [
        { ...AT_ONCE, appends: { x: '1', y: '1' } },
        { ...AT_ONCE, reads: { x: '1', y: '' } },
        { ...LAST, reads: { x: '1', y: '1' } },
      ],
      kind: 'G-single',
    },
    'the same from the copy of an SDK': {
      calls: [
        { appends: { x: '1', y: '1' } },
        { copy: 'one', reads: { x: '', y: '1' } },
        { ...LAST, reads: { x: '1', y: '1' } },
      ],
      kind: 'G-single',
    },
    'two calls that missed what the other wrote (write skew)': {
      calls: [
        { ...AT_ONCE, appends: { x: '1' }, reads: { y: '' } },
        { ...AT_ONCE, appends: { y: '1' }, reads: { x: '' } },
        { ...LAST, reads: { x: '1', y: '1' } },
      ],
      kind: 'G2',
    },
    'a client that does not see its own write': {
      calls: [
        { client: 'a', appends: { x: '1' } },
        { client: 'a', reads: { x: '' }, copy: 'one' },
        { ...LAST, reads: { x: '1' } },
      ],
      kind: 'G-single in session',
    },
    'a copy that goes back': {
      calls: [
        { appends: { x: '1' } },
        { client: 'a', reads: { x: '1' }, copy: 'one' },
        { client: 'a', reads: { x: '' }, copy: 'one' },
        { ...LAST, reads: { x: '1' } },
      ],
      kind: 'G-single in session',
    },
    'a read of what was before an acknowledged write of somebody else': {
      calls: [{ appends: { x: '1' } }, { reads: { x: '' } }, { ...LAST, reads: { x: '1' } }],
      kind: 'G-single in time',
    },
    'a write that comes before one that had been answered': {
      calls: [{ appends: { x: '1' } }, { appends: { x: '2' } }, { ...LAST, reads: { x: '21' } }],
      kind: 'G0 in time',
    },
    'a read of what is written later': {
      calls: [{ reads: { x: '1' } }, { appends: { x: '1' } }, { ...LAST, reads: { x: '1' } }],
      kind: 'G1c in time',
    },
  }
  it.each(Object.entries(planted))('%s', (_name, { calls, kind }) => {
    expect(kindsOf(historyOf(...calls))).toContain(kind)
  })
})

describe('histories without a fault', () => {
  it.each<[string, Sketch[]]>([
    [
      'calls at once, in any order',
      [
        { ...AT_ONCE, appends: { x: '1' } },
        { ...AT_ONCE, reads: { x: '' } },
        { ...AT_ONCE, reads: { x: '1' } },
        { ...LAST, reads: { x: '1' } },
      ],
    ],
    [
      'a copy that is behind',
      [{ appends: { x: '1' } }, { reads: { x: '' }, copy: 'one' }, { ...LAST, reads: { x: '1' } }],
    ],
    [
      'copies that each have their own write first',
      [
        { ...AT_ONCE, client: 'a', appends: { x: '1' } },
        { ...AT_ONCE, client: 'b', appends: { y: '1' } },
        { client: 'a', began: 101, ended: 102, reads: { x: '1', y: '' }, copy: 'one' },
        { client: 'b', began: 101, ended: 102, reads: { x: '', y: '1' }, copy: 'other' },
        { ...LAST, reads: { x: '1', y: '1' } },
      ],
    ],
    [
      'a change of unknown outcome that is there',
      [
        { appends: { x: '1' }, ended: Infinity, outcome: 'unknown' },
        { reads: { x: '' } },
        { ...LAST, reads: { x: '1' } },
      ],
    ],
    [
      'a change of unknown outcome that is not there',
      [
        { appends: { x: '1' }, ended: Infinity, outcome: 'unknown' },
        { ...LAST, reads: { x: '' } },
      ],
    ],
  ])('%s', (_name, calls) => {
    expect(checkHistory(historyOf(...calls))).toEqual([])
  })
})

/** Calls of two lists at any times, with reads of any length of what the lists hold in the end. */
const small = fc
  .array(
    fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      began: fc.integer({ min: 0, max: 12 }),
      took: fc.integer({ min: 1, max: 6 }),
      appends: fc.subarray(['x', 'y']),
      reads: fc.subarray(['x', 'y']),
      seen: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .chain((calls) =>
    fc.record({
      calls: fc.constant(calls),
      x: fc.shuffledSubarray(
        calls.flatMap(({ appends }, n) => (appends.includes('x') ? [`${n}`] : [])),
        { minLength: calls.filter(({ appends }) => appends.includes('x')).length },
      ),
      y: fc.shuffledSubarray(
        calls.flatMap(({ appends }, n) => (appends.includes('y') ? [`${n}`] : [])),
        { minLength: calls.filter(({ appends }) => appends.includes('y')).length },
      ),
    }),
  )
  .map(({ calls, x, y }) => [
    ...calls.map(({ client, began, took, appends, reads, seen }, n): Transaction => ({
      ...{ client, began, ended: began + took, outcome: 'acknowledged' },
      appends: appends.map((list) => ({ list, value: `${n}` })),
      reads: reads
        // what it appends itself, it has not read
        .filter((list) => !appends.includes(list))
        .map((list) => ({ list, values: (list === 'x' ? x : y).slice(0, seen[list === 'x' ? 0 : 1]) })),
    })),
    ...historyOf({ ...LAST, client: 'last' }).map((call) => ({
      ...call,
      reads: [
        { list: 'x', values: x },
        { list: 'y', values: y },
      ],
    })),
  ])

/** Tries every order of the calls that time allows. */
function isExplained(history: readonly Transaction[]): boolean {
  const go = (left: readonly Transaction[], lists: Readonly<Record<string, readonly string[]>>): boolean => {
    if (left.length === 0) return true
    const firstEnd = Math.min(...left.map(({ ended }) => ended))
    return left.some((call) => {
      if (call.began > firstEnd) return false
      if (call.reads.some(({ list, values }) => String(lists[list] ?? []) !== String(values))) return false
      const grown = { ...lists }
      for (const { list, value } of call.appends) grown[list] = [...(grown[list] ?? []), value]
      return go(
        left.filter((other) => other !== call),
        grown,
      )
    })
  }
  return go(history, {})
}

it('finds a fault exactly where no order of the calls explains the answers', () => {
  const seen = { explained: 0, not: 0 }
  fc.assert(
    fc.property(small, (history) => {
      const isFine = isExplained(history)
      seen[isFine ? 'explained' : 'not']++
      expect(checkHistory(history).length === 0).toBe(isFine)
    }),
    { numRuns: 3000 },
  )
  expect(Math.min(seen.explained, seen.not)).toBeGreaterThan(100)
})
