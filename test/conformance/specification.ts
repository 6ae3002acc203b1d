import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import type { EvaluatedFeature, EvaluatedSegment, EvaluationContext } from '#shared/flags/evaluation/index.ts'

/** One file of @unleash/client-specification. */
export interface Specification {
  name: string
  state: {
    features?: EvaluatedFeature[]
    segments?: EvaluatedSegment[]
    /** The delta API's form: the state is what the events leave. */
    events?: DeltaEvent[]
  }
  tests?: SpecificationTest<boolean>[]
  variantTests?: SpecificationTest<object>[]
}

export interface SpecificationTest<T> {
  description: string
  context: EvaluationContext
  toggleName: string
  expectedResult: T
}

type DeltaEvent =
  | { type: 'hydration'; features: EvaluatedFeature[]; segments: EvaluatedSegment[] }
  | { type: 'feature-updated'; feature: EvaluatedFeature }
  | { type: 'feature-removed'; featureName: string }
  | { type: 'segment-updated'; segment: EvaluatedSegment }
  | { type: 'segment-removed'; segmentId: number }

const root = path.dirname(
  createRequire(import.meta.url).resolve('@unleash/client-specification/package.json'),
)
export const folder = path.join(root, 'specifications')
const read = <T>(file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T

/** The names of the files, in the package's order. */
export const files = read<string[]>('index.json')
export const readSpecification = (file: string) => read<Specification>(file)

/** The flags and segments that a state holds in the end. */
export function contentOf({ features = [], segments = [], events = [] }: Specification['state']): {
  flags: Map<string, EvaluatedFeature>
  segments: Map<number, EvaluatedSegment>
} {
  const flags = new Map(features.map((feature) => [feature.name, feature]))
  const parts = new Map(segments.map((segment) => [segment.id, segment]))
  for (const event of events) {
    switch (event.type) {
      case 'hydration':
        flags.clear()
        parts.clear()
        for (const feature of event.features) flags.set(feature.name, feature)
        for (const segment of event.segments) parts.set(segment.id, segment)
        break
      case 'feature-updated':
        flags.set(event.feature.name, event.feature)
        break
      case 'feature-removed':
        flags.delete(event.featureName)
        break
      case 'segment-updated':
        parts.set(event.segment.id, event.segment)
        break
      case 'segment-removed':
        parts.delete(event.segmentId)
    }
  }
  return { flags, segments: parts }
}
