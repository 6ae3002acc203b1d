import type { EvaluatedSegment, EvaluationSources } from '#shared/flags/evaluation/index.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'

/** Builds the sources in which a configuration's flags are evaluated here, by the rules of SDKs. */
export function evaluationSourcesOf(
  configuration: EnvironmentConfiguration,
  { now, ids }: QueryContext,
): EvaluationSources {
  const segments = segmentsOf(configuration)
  return {
    feature: (name) => configuration.features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now,
    random: () => ids.random(),
  }
}

/** Once for each configuration, which never changes. */
const bySegmentId = new WeakMap<EnvironmentConfiguration, ReadonlyMap<number, EvaluatedSegment>>()

function segmentsOf(configuration: EnvironmentConfiguration): ReadonlyMap<number, EvaluatedSegment> {
  const known = bySegmentId.get(configuration)
  if (known) return known
  const segments = new Map(configuration.segments.map((segment) => [segment.id, segment]))
  bySegmentId.set(configuration, segments)
  return segments
}
