import { ownValue } from '../../own-value.ts'

/** A value that differs, by its path within an item: `environments.production.enabled`. */
export interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text of a value that does not depend on the order of properties. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isData(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

/** Checks that two values are equal, in whatever order their properties stand. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one ?? null) === canonical(other ?? null)

/** Values that are compared as a whole, as the strategies in a list are. */
const WHOLE = 'defaultStrategies.'

/**
 * Finds what `after` asks for and `before` does not have. Objects are compared property by property, and what `after`
 * does not name is left alone; lists are compared as a whole.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (after === undefined) return []
  if (isData(before) && isData(after) && !path.startsWith(WHOLE))
    return Object.entries(after).flatMap(([name, value]) =>
      differences(ownValue(before, name), value, path === '' ? name : `${path}.${name}`),
    )
  if (isEqual(before, after)) return []
  return [{ path, ...(before === undefined ? {} : { before }), after }]
}
