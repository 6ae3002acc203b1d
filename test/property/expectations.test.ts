import fc from 'fast-check'
import { expect, it } from 'vitest'

import { evaluateFlag, type EvaluatedFeature, type EvaluatedSegment } from '#shared/flags/evaluation/index.ts'
import { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { toContext } from '#domains/insight/explain/explain-flag.ts'
import { checkAll, type ExpectationSources } from '#domains/insight/expectations/run-expectations.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { generatedContext, generatedFlags, generatedSegments } from './generated-flags.ts'

const ENVIRONMENT = 'development'

const evaluationOf = (flags: readonly EvaluatedFeature[], segments: readonly EvaluatedSegment[]) => ({
  feature: (name: string) => flags.find((one) => one.name === name),
  segment: (id: number) => segments.find((one) => one.id === id),
  now: new Date('2026-11-22T12:00:00.000Z'),
  random: () => 0.5,
})
const sourcesOf = (evaluation: ReturnType<typeof evaluationOf>): ExpectationSources => ({
  flagsOf: () => ({ evaluation, overridesOf: () => [], archivedIn: () => undefined }),
  access: undefined,
})

const expectationOf = (contexts: readonly object[], is: object): ExpectationInput =>
  ExpectationInput.parse({ flag: 'flag', environment: ENVIRONMENT, contexts, expect: is })

it('an expectation of what is explained now passes, and fails exactly once the result is another', async () => {
  const seen = { kept: 0, changed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(generatedFlags, generatedSegments),
      fc.tuple(generatedFlags, generatedSegments),
      generatedContext,
      async (before, after, context) => {
        // as requests are read: a property named __proto__ is left out of all of them
        const [sent = {}] = expectationOf([{ ...context }], { enabled: true }).contexts ?? []
        const explain = (state: typeof before) => {
          const { enabled, variant, reason } = evaluateFlag(
            'flag',
            toContext(sent, ENVIRONMENT),
            evaluationOf(...state),
            { trace: 'full' },
          )
          return { enabled, variant: variant.name, reason }
        }
        const is = explain(before)
        const one = expectationOf([sent], is)
        const check = async (state: typeof before) =>
          (await checkAll([one], sourcesOf(evaluationOf(...state)))).results[0]
        expect(await check(before)).toMatchObject({ passed: true })
        const then = explain(after)
        const isSame = JSON.stringify(then) === JSON.stringify(is)
        const checked = await check(after)
        expect(checked?.passed).toBe(isSame)
        if (!isSame) expect(checked?.explanation[0]).toMatch(then.enabled ? /^On: / : /^Off: /)
        seen[isSame ? 'kept' : 'changed'] += 1
      },
    ),
    { numRuns: propertyRuns(500) },
  )
  // both must have been seen, or nothing is proven
  expect(Math.min(seen.kept, seen.changed)).toBeGreaterThan(10)
})
