import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import {
  Compiler,
  evaluateFlag,
  FlagTableBuilder,
  type Evaluation,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { contentOf, files, folder, readSpecification, type Specification } from './specification.ts'

function evaluationSourcesOf(state: Specification['state']): EvaluationSources {
  const { flags, segments: parts } = contentOf(state)
  return {
    feature: (name) => flags.get(name),
    segment: (id) => parts.get(id),
    now: new Date(),
    random: () => 0.5,
  }
}

/** The compiled evaluator, alone and in a table, as the frontend API uses it; undefined: there is no such flag. */
function compiledOf(
  world: EvaluationSources,
): (name: string, context: EvaluationContext) => Evaluation | undefined {
  const compiler = new Compiler(
    (id) => world.segment(id),
    () => null,
  )
  return (name, context) => {
    const feature = world.feature(name)
    if (!feature) return undefined
    const subject = () => compiler.subject(context, (parent) => world.feature(parent), world)
    const decided = compiler.flag(feature).decide(subject()).evaluation
    const builder = new FlagTableBuilder<null>()
    builder.add(compiler.flag(feature))
    const table = builder.build()
    const evaluation = table.begin(subject())
    while (evaluation.advance(1));
    const [row = 0] = evaluation.picks
    const listed = row < 0 ? evaluation.others[~row] : table.always[row]
    expect(evaluation.on > 0 ? listed?.evaluation : undefined).toEqual(decided.enabled ? decided : undefined)
    return decided
  }
}

describe('@unleash/client-specification, by our evaluators', () => {
  it('runs every specification of the package', () => {
    expect(readdirSync(folder).filter((name) => /^\d/.test(name))).toEqual(files)
  })

  describe.each(files)('%s', (file) => {
    const { state, tests = [], variantTests = [] } = readSpecification(file)
    const world = evaluationSourcesOf(state)
    const compiled = compiledOf(world)

    it('has cases', () => {
      expect(tests.length + variantTests.length).toBeGreaterThan(0)
    })

    it.each(tests)('$description', ({ toggleName, context, expectedResult }) => {
      const fast = evaluateFlag(toggleName, context, world, { trace: 'none' })
      const full = evaluateFlag(toggleName, context, world, { trace: 'full' })
      expect([fast.enabled, full.enabled]).toEqual([expectedResult, expectedResult])
      expect(compiled(toggleName, context)?.enabled ?? false).toBe(expectedResult)
    })

    it.each(variantTests)('variant: $description', ({ toggleName, context, expectedResult }) => {
      const { featureEnabled: _alias, ...variant } = evaluateFlag(toggleName, context, world, {
        trace: 'none',
      }).variant
      expect(variant).toEqual(expectedResult)
      if (world.feature(toggleName))
        expect(compiled(toggleName, context)?.variant).toMatchObject(expectedResult)
      expect(evaluateFlag(toggleName, context, world, { trace: 'full' }).variant).toMatchObject(
        expectedResult,
      )
    })
  })
})
