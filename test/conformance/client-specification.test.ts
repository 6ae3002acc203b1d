import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { evaluateFlag, type World } from '../../src-shared/flags/evaluation/index.ts'
import { contentOf, files, folder, readSpecification, type Specification } from './specification.ts'

function worldOf(state: Specification['state']): World {
  const { flags, segments: parts } = contentOf(state)
  return {
    feature: (name) => flags.get(name),
    segment: (id) => parts.get(id),
    now: new Date(),
    random: () => 0.5,
  }
}

describe('@unleash/client-specification, by our evaluator', () => {
  it('runs every specification of the package', () => {
    expect(readdirSync(folder).filter((name) => /^\d/.test(name))).toEqual(files)
  })

  describe.each(files)('%s', (file) => {
    const { state, tests = [], variantTests = [] } = readSpecification(file)
    const world = worldOf(state)

    it('has cases', () => {
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
