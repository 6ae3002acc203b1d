import { ownValue } from '#shared/own-value.ts'

/** Values that are copied or made into JSON in a few milliseconds; a hundred characters count as one. */
const MAX_PARTS = 10_000
const CHARACTERS = 100

/** Values that were found to be small and are sent as they are. */
const small = new WeakSet<object>()

/** Checks whether a value must be processed in steps. Reads no more parts than a small value has. */
export const isLarge = (value: unknown): boolean =>
  !(typeof value === 'object' && value !== null && small.has(value)) && leftOf(MAX_PARTS, value) < 0

/** Notes that a value is small, so that whoever sends it need not read all of it again. Nobody changes it from now on. */
export function noteSmall<T>(value: T): T {
  if (typeof value === 'object' && value !== null) small.add(value)
  return value
}

function leftOf(most: number, value: unknown): number {
  if (typeof value === 'string') return most - 1 - value.length / CHARACTERS
  let left = most - 1
  if (typeof value !== 'object' || value === null) return left
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) left = leftOf(left, value[index])
    return left
  }
  // does not list the properties, because it runs for every answer
  for (const key in value) {
    left = leftOf(left, ownValue(value, key))
    if (left < 0) break
  }
  return left
}
