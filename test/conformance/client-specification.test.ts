import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import {
  evaluateFlag,
  type EvaluatedFeature,
  type EvaluatedSegment,
  type EvaluationContext,
  type World,
} from '../../src-shared/evaluation/index.ts'

interface Specification {
  name: string
  state: {
    features?: EvaluatedFeature[]
    segments?: EvaluatedSegment[]
    /** The delta API's form: the state is what the events leave. */
    events?: DeltaEvent[]
  }
  tests?: { description: string; context: EvaluationContext; toggleName: string; expectedResult: boolean }[]
  variantTests?: {
    description: string
    context: EvaluationContext
    toggleName: string
    expectedResult: object
  }[]
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
const folder = path.join(root, 'specifications')
const read = <T>(file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T
const files = read<string[]>('index.json')

function worldOf({ features = [], segments = [], events = [] }: Specification['state']): World {
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
  return {
    feature: (name) => flags.get(name),
    segment: (id) => parts.get(id),
    now: new Date(),
    random: () => 0.5,
  }
}

describe('@unleash/client-specification, by our evaluator', () => {
  it('has every specification of the package in its list', () => {
    expect(readdirSync(folder).filter((name) => /^\d/.test(name))).toEqual(files)
  })

  describe.each(files)('%s', (file) => {
    const { state, tests = [], variantTests = [] } = read<Specification>(file)
    const world = worldOf(state)

    it('holds cases', () => {
      expect(tests.length + variantTests.length).toBeGreaterThan(0)
    })

    it.each(tests)('$description', ({ toggleName, context, expectedResult }) => {
      const fast = evaluateFlag(toggleName, context, world, { trace: 'none' })
      const full = evaluateFlag(toggleName, context, world, { trace: 'full' })
      expect([fast.enabled, full.enabled]).toEqual([expectedResult, expectedResult])
    })

    it.each(variantTests)('variant: $description', ({ toggleName, context, expectedResult }) => {
      const { featureEnabled: _alias, ...variant } = evaluateFlag(toggleName, context, world, {
        trace: 'none',
      }).variant
      expect(variant).toEqual(expectedResult)
      expect(evaluateFlag(toggleName, context, world, { trace: 'full' }).variant).toMatchObject(
        expectedResult,
      )
    })
  })
})
