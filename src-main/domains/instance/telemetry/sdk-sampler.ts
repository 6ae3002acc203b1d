import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'

import type { SamplerName } from '#kernel/tracing/sampler-names.ts'

/** Makes the sampler of a name. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler()
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  if (name === 'parentbased_always_off') return new ParentBasedSampler({ root: new AlwaysOffSampler() })
  const root =
    name === 'parentbased_traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
  return new ParentBasedSampler({ root })
}
