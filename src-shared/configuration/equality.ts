import { ownValue, isRecord } from '../own-value.ts'

type Data = Record<string, unknown>

/**
 * Checks that two values of a configuration are equal as JSON, in whatever order their properties stand. The order of lists
 * counts. A property without a value is one that is missing, but null is a value.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  const names = namesOf(one)
  return (
    names.length === namesOf(other).length &&
    names.every((name) => isEqual(ownValue(one, name), ownValue(other, name)))
  )
}

const namesOf = (data: Data) => Object.keys(data).filter((name) => ownValue(data, name) !== undefined)

/** Checks that two values are equal down to the order of properties: SDKs get them in that order, and undo brings it back. */
export const isIdentical = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
