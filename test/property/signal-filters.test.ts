import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { FILTER_OPERATORS, type ActionFilter } from '#shared/signals/schemas/action.ts'
import { explainFilter, flattenPayload, matchFilters, valueAt } from '#shared/signals/rules/index.ts'

/** Keys that leave a path one reading only. */
const plainKey = fc.stringMatching(/^[a-z_]{1,8}$/)
const leaf = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
const { payload } = fc.letrec((tie) => ({
  payload: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('payload'), { maxLength: 4 }),
    fc.dictionary(plainKey, tie('payload'), { maxKeys: 5 }),
  ),
}))
const filter: fc.Arbitrary<ActionFilter> = fc.record(
  {
    operator: fc.constantFrom(...FILTER_OPERATORS),
    values: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
    value: fc.oneof(fc.string(), fc.integer().map(String), fc.constant('1.2.3')),
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  },
  { requiredKeys: ['operator', 'values', 'value'] },
)

describe('payloads and filters', () => {
  it('find at each path the flattened value', () => {
    fc.assert(
      fc.property(payload, (given) => {
        for (const [path, value] of flattenPayload(given)) expect(valueAt(given, path)).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  it('of any kind return a result with its reason', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), filter, (given, path, one) => {
        const { filters } = matchFilters(Object.fromEntries([[path, one]]), given)
        for (const outcome of filters) expect(explainFilter(outcome)).toContain(path)
      }),
      { numRuns: 1000 },
    )
  })

  it('match the opposite when each filter is inverted', () => {
    fc.assert(
      fc.property(payload, plainKey, filter, (given, path, one) => {
        const plain = matchFilters({ [path]: { ...one, inverted: false } }, given).matches
        expect(matchFilters({ [path]: { ...one, inverted: true } }, given).matches).toBe(!plain)
      }),
      { numRuns: 1000 },
    )
  })

  it('match less with more filters', () => {
    fc.assert(
      fc.property(payload, fc.dictionary(plainKey, filter, { minKeys: 1, maxKeys: 5 }), (given, filters) => {
        const each = Object.entries(filters).map(
          ([path, one]) => matchFilters({ [path]: one }, given).matches,
        )
        expect(matchFilters(filters, given).matches).toBe(each.every(Boolean))
      }),
      { numRuns: 500 },
    )
  })
})
