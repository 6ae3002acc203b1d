/** Checks that a value is an object with properties, not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value that a record itself holds under a key, and undefined for keys such as `constructor`, which every object
 * inherits. Lint demands it wherever the key is a text.
 */
export function ownValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined
export function ownValue(record: object, key: string): unknown
export function ownValue(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? (record as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Lists the names of a record that has no others than its type says. */
export const namesOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(record) as Name[]

/** Lists the names and values of such a record. */
export const entriesOf = <Name extends string, V>(record: Readonly<Record<Name, V>>): [Name, V][] =>
  Object.entries(record) as [Name, V][]
