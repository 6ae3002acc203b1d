import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { isEqual, isIdentical } from './equality.ts'

type Json = fc.JsonValue

/** Copies a value with the properties of all its objects in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

/** Text of a value with sorted properties: equal texts stand for equal values. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

/** Values that are often equal. */
const small = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>(null, true, 0, '0', '', 'a'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
  ),
})).value

describe('equality of values of a configuration', () => {
  it('does not depend on the order of properties', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isEqual(value, reversed(value))))
    expect(isIdentical({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
  })

  it('holds for a copy, also down to the order of properties', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isIdentical(value, structuredClone(value))))
    expect(isIdentical([1, 2], [2, 1])).toBe(false)
  })

  it('is known of one object without reading it', () => {
    const object = { toJSON: vi.fn(() => '') }
    expect(isIdentical(object, object)).toBe(true)
    expect(object.toJSON).not.toHaveBeenCalled()
  })

  it('holds exactly for values with the same sorted text', () => {
    const holds = (one: Json, other: Json) =>
      isEqual(one, other) === (canonical(one) === canonical(other)) &&
      isEqual(one, other) === isEqual(other, one)
    fc.assert(fc.property(small, small, holds), { numRuns: 1000 })
  })

  it('holds for what JSON keeps of a value', () => {
    const values = fc.dictionary(fc.string(), fc.option(small, { nil: undefined }))
    fc.assert(fc.property(values, (value) => isEqual(value, JSON.parse(JSON.stringify(value)))))
  })

  it('tells lists in another order, null from nothing, and lists from maps apart', () => {
    expect(isEqual([1, 2], [2, 1])).toBe(false)
    expect(isEqual(null, undefined)).toBe(false)
    expect(isEqual({ title: null }, {})).toBe(false)
    expect(isEqual([], {})).toBe(false)
    expect(isEqual({ toString: 1 }, { constructor: 1 })).toBe(false)
  })
})
