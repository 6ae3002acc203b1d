import { isEqual } from '../../configuration/equality.ts'
import { ownValue, isRecord } from '../../own-value.ts'

/** A value that differs, by its path within an item: `environments.production.enabled`. */
export interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

/** Values that are compared as a whole, as the strategies in a list are: rules of action sets, and places in requests. */
const WHOLE = /^(defaultStrategies\..*|rules|deliveryId|order)$/s

/**
 * Finds what `after` asks for and `before` does not have. Objects are compared property by property, and what `after`
 * does not name is left alone; lists are compared as a whole.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (after === undefined) return []
  if (isRecord(before) && isRecord(after) && !WHOLE.test(path))
    return Object.entries(after).flatMap(([name, value]) =>
      differences(ownValue(before, name), value, path === '' ? name : `${path}.${name}`),
    )
  if (isEqual(before ?? null, after)) return []
  return [{ path, ...(before === undefined ? {} : { before }), after }]
}

/** Finds the properties of two items that differ, also those that only one of them has. */
export function wholeDifferences(before: object, after: object): Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((path) => {
    const [was, is] = [ownValue(before, path), ownValue(after, path)]
    if (isEqual(was ?? null, is ?? null)) return []
    return [{ path, ...(was === undefined ? {} : { before: was }), after: is ?? null }]
  })
}
