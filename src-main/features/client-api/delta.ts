import type { Delta, DeltaEvent } from '../../../src-shared/schemas/client.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import { selectFeatures, usedSegments } from './client-features.ts'
import type { ConfiguredSegment } from './client-features.read-model.ts'
import type { ClientQuery } from './client-query.ts'

/** Everything a query may see, as one event. */
export function hydrationOf(configuration: EnvironmentConfiguration, query: ClientQuery): Delta {
  const features = selectFeatures(configuration, query)
  const segments = usedSegments(features, configuration.segments)
  return { events: [{ type: 'hydration', eventId: configuration.revision, features, segments }] }
}

/**
 * What an SDK that has `before` must do to have `after`: segments before the flags that use them, removals last
 * (semantics.md 5.3).
 */
export function differenceOf(
  before: EnvironmentConfiguration,
  after: EnvironmentConfiguration,
  query: ClientQuery,
): Delta {
  const eventId = after.revision
  const [had, has] = [selectFeatures(before, query), selectFeatures(after, query)]
  const [hadSegments, hasSegments] = [usedSegments(had, before.segments), usedSegments(has, after.segments)]
  const updated = changedOf(had, has, (feature) => feature.name)
  const names = new Set(has.map((feature) => feature.name))
  const ids = new Set(hasSegments.map((segment) => segment.id))
  const events: DeltaEvent[] = [
    ...changedOf<ConfiguredSegment>(hadSegments, hasSegments, (one) => one.id).map((segment): DeltaEvent => ({
      type: 'segment-updated',
      eventId,
      segment,
    })),
    ...updated.map((feature): DeltaEvent => ({ type: 'feature-updated', eventId, feature })),
    ...had
      .filter((feature) => !names.has(feature.name))
      .map(({ name, project }): DeltaEvent => ({
        type: 'feature-removed',
        eventId,
        featureName: name,
        project,
      })),
    ...hadSegments
      .filter((segment) => !ids.has(segment.id))
      .map(({ id }): DeltaEvent => ({ type: 'segment-removed', eventId, segmentId: id })),
  ]
  return { events }
}

/** Those that are new, or differ. What did not change is the same object, unless all was read anew. */
function changedOf<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string | number): T[] {
  const former = new Map(before.map((one) => [keyOf(one), one]))
  return after.filter((one) => {
    const was = former.get(keyOf(one))
    return was !== one && (was === undefined || JSON.stringify(was) !== JSON.stringify(one))
  })
}
