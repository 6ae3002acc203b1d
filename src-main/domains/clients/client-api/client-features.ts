import { compositeKey } from '#shared/composite-key.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import type { ConfiguredFeature, ConfiguredSegment } from './client-features.read-model.ts'
import type { ClientQuery } from './client-query.ts'

/** The flags that a query asks for. */
export function selectFeatures(
  configuration: EnvironmentConfiguration,
  { project, tag, namePrefix }: Pick<ClientQuery, 'project' | 'tag' | 'namePrefix'>,
): ClientFeature[] {
  const projects = project ? new Set(project) : undefined
  const tags = tag?.map(([type, value]) => compositeKey(type, value))
  const wanted = ({ feature, tags: has }: ConfiguredFeature) =>
    (projects === undefined || projects.has(feature.project)) &&
    (namePrefix === undefined || feature.name.startsWith(namePrefix)) &&
    (tags === undefined || tags.some((one) => has.has(one)))
  return [...configuration.features.values()].filter(wanted).map((one) => one.feature)
}

/** Puts the constraints of segments into the strategies that use them, for SDKs that do not know segments. */
export function inlineSegments(
  features: readonly ClientFeature[],
  segments: readonly ConfiguredSegment[],
): ClientFeature[] {
  return features.map(inlinerOf(segments))
}

/** The same, flag by flag. */
export function inlinerOf(segments: readonly ConfiguredSegment[]): (feature: ClientFeature) => ClientFeature {
  const constraints = new Map(segments.map((segment) => [segment.id, segment.constraints]))
  return (feature) =>
    feature.strategies.some((strategy) => strategy.segments)
      ? {
          ...feature,
          strategies: feature.strategies.map(({ segments: used = [], ...strategy }) => ({
            ...strategy,
            constraints: [...strategy.constraints, ...used.flatMap((id) => constraints.get(id) ?? [])],
          })),
        }
      : feature
}

/** The segments that some strategy uses, by id. */
export function usedSegments(
  features: readonly ClientFeature[],
  segments: readonly ConfiguredSegment[],
): ConfiguredSegment[] {
  const used = new Set(
    features.flatMap((feature) => feature.strategies.flatMap((strategy) => strategy.segments ?? [])),
  )
  return segments.filter((segment) => used.has(segment.id))
}

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
