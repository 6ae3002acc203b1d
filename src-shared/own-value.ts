/**
 * The value that a record itself holds under a key, and undefined for keys such as `constructor`, which every object
 * inherits. Lint demands it wherever the key is a text.
 */
export const ownValue = <V>(record: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
