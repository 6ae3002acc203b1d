import type { EvaluatedSegment, World } from '../../../src-shared/evaluation/index.ts'
import type { QueryContext } from '../../kernel/use-case.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'

/** What flags of a configuration are evaluated with here, as SDKs evaluate them. */
export function worldOf(configuration: EnvironmentConfiguration, { now, ids }: QueryContext): World {
  const segments = new Map<number, EvaluatedSegment>(
    configuration.segments.map((segment) => [segment.id, segment]),
  )
  return {
    feature: (name) => configuration.features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now,
    random: () => ids.random(),
  }
}
