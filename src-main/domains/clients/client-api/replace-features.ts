import type { ConfiguredFeature } from './client-features.read-model.ts'

/**
 * Replaces the changed flags, sorted by name. Changed flags that were not read are gone. The main process and its workers do this alike, so
 * that their flags are in the same order.
 */
export function replaceFeatures(
  before: ReadonlyMap<string, ConfiguredFeature>,
  changed: readonly string[],
  read: readonly ConfiguredFeature[],
): ReadonlyMap<string, ConfiguredFeature> {
  const added = read.some((one) => !before.has(one.feature.name))
  if (!added && read.length === changed.length) {
    // no flag was added or removed: the order stays
    const again = new Map(before)
    for (const one of read) again.set(one.feature.name, one)
    return again
  }
  const after = new Map(before)
  for (const name of changed) after.delete(name)
  for (const one of read) after.set(one.feature.name, one)
  return new Map([...after].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
