import { jsonInSteps } from '#runtime/json-in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import type { Delta, DeltaEvent } from '#shared/clients/schemas/client.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import type { ConfiguredSegment } from './client-features.read-model.ts'
import { selectFeatures, usedSegments } from './client-features.ts'
import type { ClientQuery } from './client-query.ts'

/** Builds one event with everything that a query may see. */
export function hydrationOf(configuration: EnvironmentConfiguration, query: ClientQuery): Delta {
  const features = selectFeatures(configuration, query)
  const segments = usedSegments(features, configuration.segments)
  return { events: [{ type: 'hydration', eventId: configuration.revision, features, segments }] }
}

/**
 * Builds the delta that takes an SDK from `before` to `after`. Segments come before the flags that use them,
 * removals last (docs/contract/clients.md#deltas-and-streams).
 */
export async function differenceOf(
  before: EnvironmentConfiguration,
  after: EnvironmentConfiguration,
  query: ClientQuery,
): Promise<Delta> {
  const eventId = after.revision
  const [had, has] = [selectFeatures(before, query), selectFeatures(after, query)]
  const [hadSegments, hasSegments] = [usedSegments(had, before.segments), usedSegments(has, after.segments)]
  const updated = await changedOf(had, has, (feature) => feature.name)
  const updatedSegments = await changedOf(hadSegments, hasSegments, (one: ConfiguredSegment) => one.id)
  const names = new Set(has.map((feature) => feature.name))
  const ids = new Set(hasSegments.map((segment) => segment.id))
  const events: DeltaEvent[] = [
    ...updatedSegments.map((segment): DeltaEvent => ({ type: 'segment-updated', eventId, segment })),
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

/**
 * Finds the items that are new or differ. An unchanged item is the same object, unless everything was read
 * again. Then items are compared by their text, with pauses so that other requests can be answered.
 */
async function changedOf<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string | number,
): Promise<T[]> {
  const turn = new Turn()
  const former = new Map(before.map((one) => [keyOf(one), one]))
  const changed: T[] = []
  for (const one of after) {
    const was = former.get(keyOf(one))
    if (was === one) continue
    if (was === undefined || JSON.stringify(was) !== JSON.stringify(one)) changed.push(one)
    await turn.pause()
  }
  return changed
}

/** Makes the JSON text of a delta in steps: a hydration is tens of megabytes at the limits. */
export async function toBytes({ events }: Delta): Promise<Buffer> {
  const [first] = events
  if (events.length !== 1 || first?.type !== 'hydration')
    return Buffer.concat([EVENTS, ...(await jsonInSteps(events, (event) => event)), END])
  const { features, segments, ...rest } = first
  return Buffer.concat([
    EVENTS,
    Buffer.from(`[${JSON.stringify(rest).slice(0, -1)},"features":`),
    ...(await jsonInSteps(features, (feature) => feature)),
    Buffer.from(`,"segments":${JSON.stringify(segments)}}]`),
    END,
  ])
}

const EVENTS = Buffer.from('{"events":')
const END = Buffer.from('}')

/** Deltas are for SDKs that know segments. */
export const DELTA_SPEC = '5.2.0'
