import fc from 'fast-check'
import murmurhash from 'murmurhash3js'
import { describe, expect, it } from 'vitest'

import { HashPrefix, HashSuffix } from '#shared/flags/evaluation/compiled/hash-prefix.ts'
import {
  Compiler,
  evaluateFeature,
  FlagTableBuilder,
  type EvaluatedFeature,
  type EvaluatedSegment,
  type EvaluationContext,
} from '#shared/flags/evaluation/index.ts'
import { generatedContext, generatedFlags, generatedSegments } from './generated-flags.ts'

const now = new Date('2026-11-21T12:00:00.000Z')

/** Both evaluators over the same flags; the compiled one is kept for many contexts, as in the service. */
function evaluatorsOf(flags: readonly EvaluatedFeature[], segments: readonly EvaluatedSegment[]) {
  const feature = (name: string) => flags.find((one) => one.name === name)
  const segment = (id: number) => segments.find((one) => one.id === id)
  const compiler = new Compiler(segment, () => null)
  return {
    traced: (context: EvaluationContext, random = 0.3, at = now) => {
      const world = { feature, segment, now: at, random: () => random, hostname: 'here' }
      return flags.map((flag) => evaluateFeature(flag, context, world, { trace: 'none' }))
    },
    compiled: (context: EvaluationContext, random = 0.3, at = now) => {
      const subject = compiler.subject(context, feature, {
        now: at,
        random: () => random,
        hostname: 'here',
      })
      const evaluations = flags.map((flag) => compiler.flag(flag).decide(subject).evaluation)
      return { evaluations, subject }
    },
    /** Flags that are on, from a table, evaluated in steps of some rows. */
    table: (context: EvaluationContext, random = 0.3, rows = 3) => {
      const builder = new FlagTableBuilder<null>()
      for (const flag of flags) builder.add(compiler.flag(flag))
      const table = builder.build()
      const subject = compiler.subject(context, feature, { now, random: () => random, hostname: 'here' })
      const evaluation = table.begin(subject)
      while (evaluation.advance(rows));
      const { picks, others, on } = evaluation
      const outcomes = [...picks.subarray(0, on)].map((row) => (row < 0 ? others[~row] : table.always[row]))
      return { evaluations: outcomes.map((one) => one?.evaluation), subject }
    },
  }
}

const world = fc.tuple(
  generatedFlags,
  generatedSegments,
  fc.array(generatedContext, { minLength: 4, maxLength: 4 }),
)

describe('a compiled flag', () => {
  it('has the results of the traced evaluator, for every context', () => {
    fc.assert(
      fc.property(world, ([flags, segments, contexts]) => {
        const { traced, compiled } = evaluatorsOf(flags, segments)
        for (const context of contexts) expect(compiled(context).evaluations).toEqual(traced(context))
      }),
      { numRuns: 600 },
    )
  })

  it('is on in a table of flags whenever it is on', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 9 }), ([flags, segments, contexts], rows) => {
        const { traced, table } = evaluatorsOf(flags, segments)
        for (const context of contexts)
          expect(table(context, 0.3, rows).evaluations).toEqual(traced(context).filter((one) => one.enabled))
      }),
      { numRuns: 400 },
    )
  })

  it('says in a table too when a result depends on chance', () => {
    fc.assert(
      fc.property(world, ([flags, segments, contexts]) => {
        const { table } = evaluatorsOf(flags, segments)
        for (const context of contexts) {
          const { evaluations, subject } = table(context, 0)
          if (!subject.dependsOnChance) expect(table(context, 0.99).evaluations).toEqual(evaluations)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('says when a result depends on chance', () => {
    fc.assert(
      fc.property(world, ([flags, segments, contexts]) => {
        const { traced, compiled } = evaluatorsOf(flags, segments)
        for (const context of contexts) {
          if (compiled(context).subject.dependsOnChance) continue
          expect(traced(context, 0.99)).toEqual(traced(context, 0))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('says until when a result stays the same', () => {
    const later = fc.constantFrom(1, 1000, 86_400_000, 41 * 86_400_000, 400 * 86_400_000)
    fc.assert(
      fc.property(world, later, ([flags, segments, contexts], ms) => {
        const { traced, compiled } = evaluatorsOf(flags, segments)
        const then = new Date(now.getTime() + ms)
        for (const context of contexts) {
          const { subject } = compiled(context)
          if (subject.validUntil <= then.getTime()) continue
          expect(traced(context, 0.3, then)).toEqual(traced(context))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the hash of a text in two parts', () => {
  it('is that of murmurhash3js, with any seed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const seed = fc.constantFrom(0, 86028157, 0xffffffff)
    fc.assert(
      fc.property(text, text, seed, (group, id, seed) => {
        const whole = murmurhash.x86.hash32(`${group}:${id}`, seed)
        const prefix = new HashPrefix(`${group}:`, seed)
        expect(prefix.with(id)).toBe(whole)
        const { hash, rest, bits, length } = prefix
        expect(new HashSuffix(id).after(hash, rest, bits, length)).toBe(whole)
      }),
      { numRuns: 300 },
    )
  })
})
