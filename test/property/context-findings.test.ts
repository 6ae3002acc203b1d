import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import type { ContextFinding } from '#shared/clients/schemas/context-findings.ts'
import { forgetSeenContexts } from '#shared/clients/contract/seen-contexts.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ENVIRONMENT = 'development'
const FLAGS = ['f0', 'f1', 'f2']
/** Each request without a session gets another one: of so many, one at least differs, but once in 2^59 times. */
const REQUESTS = 60
const VALUES = Array.from({ length: 40 }, (_, n) => `company ${n}`)

let app: TestBackend
beforeEach(async () => {
  app = await startBackend()
  for (const name of FLAGS) {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: name, environment: ENVIRONMENT },
    })
  }
})
afterEach(() => app.stop())

type Context = Record<string, string>

const strategy = fc.record({
  rollout: fc.constantFrom('0', '50', '100'),
  stickiness: fc.constantFrom('default', 'userId', 'sessionId', 'companyId'),
  /** Field of a constraint. */
  constrained: fc.constantFrom(null, null, 'plan', 'tier'),
})
const someFlags = fc.tuple(...FLAGS.map(() => fc.array(strategy, { minLength: 1, maxLength: 2 })))
const context: fc.Arbitrary<Context> = fc.record(
  {
    appName: fc.constantFrom('web', 'shop'),
    userId: fc.constantFrom('ann', 'bob', 'undefined', 'eve@example.com', ''),
    sessionId: fc.constantFrom('s1', ''),
    companyId: fc.constantFrom('acme', ''),
    plan: fc.constantFrom('pro', 'free'),
    hobby: fc.constantFrom('chess', 'go'),
  },
  { requiredKeys: ['appName'] },
)

async function ask(sent: Context): Promise<Map<string, string>> {
  const { body } = await app.call('GET', `/api/frontend?${new URLSearchParams(sent)}`, { token: FRONTEND })
  const { toggles } = body as { toggles: { name: string; variant: { name: string } }[] }
  return new Map(toggles.map(({ name, variant }) => [name, variant.name]))
}

async function setStrategies(flags: Parameters<Parameters<typeof someFlags.map>[0]>[0]): Promise<void> {
  for (const [index, strategies] of flags.entries()) {
    const path = `/api/admin/projects/default/features/f${index}/environments/${ENVIRONMENT}/strategies`
    const { body } = await app.call('GET', path)
    for (const { rollout, stickiness, constrained } of strategies)
      await app.call('POST', path, {
        body: {
          name: 'flexibleRollout',
          parameters: { rollout, stickiness, groupId: `f${index}` },
          constraints: constrained ? [{ contextName: constrained, operator: 'IN', values: ['pro'] }] : [],
        },
      })
    for (const { id } of body as { id: string }[]) await app.call('DELETE', `${path}/${id}`)
  }
}

/** Names of flags whose results differ between equal requests of these contexts. */
async function flagsByChance(contexts: readonly Context[]): Promise<string[]> {
  const found = new Set<string>()
  for (const sent of contexts) {
    const answers: Map<string, string>[] = []
    for (let n = 0; n < REQUESTS; n++) answers.push(await ask(sent))
    for (const name of FLAGS) if (new Set(answers.map((answer) => answer.get(name))).size > 1) found.add(name)
  }
  return [...found].sort()
}

const distinct = (contexts: readonly Context[]) => [
  ...new Map(contexts.map((one) => [JSON.stringify(Object.entries(one).sort()), one])).values(),
]
const flagsIn = (findings: readonly ContextFinding[]) =>
  [...new Set(findings.flatMap(({ flags }) => flags.map(({ name }) => name)))].sort()

it('findings are what many requests to the frontend API show', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      someFlags,
      fc.array(context, { minLength: 1, maxLength: 4 }),
      async (flags, contexts) => {
        await setStrategies(flags)
        await app.call(forgetSeenContexts)
        for (const sent of contexts) await ask(sent)
        const { findings, applications } = (await app.call(getContextFindings)).body
        for (const name of ['web', 'shop']) {
          const own = contexts.filter(({ appName }) => appName === name)
          const each = distinct(own)
          const of = (...rules: ContextFinding['rule'][]) =>
            findings.filter((one) => one.application === name && rules.includes(one.rule))
          const counted = (one: ContextFinding | undefined) =>
            one ? [one.evidence.contexts, one.evidence.requests, one.evidence.of] : [0, 0]
          const expected = (test: (sent: Context) => boolean) =>
            each.some(test) ? [each.filter(test).length, own.filter(test).length, each.length] : [0, 0]

          expect(applications.find(({ application }) => application === name)?.contexts ?? 0).toBe(
            each.length,
          )
          // chance
          expect(flagsIn(of('sticky-random', 'variant-random'))).toEqual(await flagsByChance(each))
          // values
          expect(counted(of('placeholder-id')[0])).toEqual(expected(({ userId }) => userId === 'undefined'))
          expect(counted(of('email-id')[0])).toEqual(expected(({ userId = '' }) => userId.includes('@')))
          expect(counted(of('unused-field').find(({ field }) => field === 'hobby'))).toEqual(
            expected(({ hobby }) => hobby !== undefined),
          )
          await expectNobodyIn(of('sticky-off'), each)
        }
        // fields that nobody sends: no server SDK was heard of, and nobody counts
        for (const field of ['plan', 'tier']) {
          const isSent = contexts.some((one) => one[field] !== undefined)
          const looking = FLAGS.filter((_, index) =>
            flags[index]?.some(({ constrained }) => constrained === field),
          )
          const said = findings.filter((one) => one.rule === 'absent-field' && one.field === field)
          expect(flagsIn(said)).toEqual(isSent ? [] : looking)
        }
      },
    ),
    { numRuns: propertyRuns(40) },
  )
})

/** The flags let none of the contexts in that lack the field; with the field, they let some of them in. */
async function expectNobodyIn(findings: readonly ContextFinding[], contexts: readonly Context[]) {
  for (const { field, flags, evidence } of findings) {
    const lacking = contexts.filter((one) => (one[field] ?? '') === '')
    expect(evidence.contexts).toBeLessThanOrEqual(lacking.length)
    for (const { name } of flags) {
      let isLetIn = false
      for (const sent of lacking)
        for (const value of VALUES) isLetIn ||= (await ask({ ...sent, [field]: value })).has(name)
      expect(isLetIn, `${name} on ${field}`).toBe(true)
    }
  }
}
