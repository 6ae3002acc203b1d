import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { evaluateFeature, type EvaluationContext } from '#shared/flags/evaluation/index.ts'
import { applyOverrides, type AppliedOverride } from '#shared/flags/overrides/apply-overrides.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { StrategyVariant } from '#shared/flags/schemas/variant.ts'

const FIELDS = { user: 'userId', session: 'sessionId', application: 'appName' } as const
const who = fc.constantFrom('a', 'b:c')
const variant = (name: string): StrategyVariant => ({
  name,
  weight: 1000,
  weightType: 'variable',
  stickiness: 'userId',
})
const constraint = fc.record({
  contextName: fc.constantFrom('userId', 'sessionId', 'appName', 'country'),
  operator: fc.constantFrom('IN', 'NOT_IN'),
  values: fc.array(who, { maxLength: 2 }),
  inverted: fc.boolean(),
}) satisfies fc.Arbitrary<Constraint>
type Strategy = ClientFeature['strategies'][number]
const FOR_ALL: Strategy = { name: 'default', constraints: [], parameters: {}, variants: [] }
const strategy: fc.Arbitrary<Strategy> = fc.record({
  name: fc.constant('default'),
  constraints: fc.array(constraint, { maxLength: 2 }),
  parameters: fc.constant({}),
  variants: fc.constantFrom<StrategyVariant[]>([], [variant('own')]),
})
const flag: fc.Arbitrary<
  Omit<ClientFeature, 'type' | 'project' | 'stale' | 'description' | 'impressionData'>
> = fc.record({
  name: fc.constant('flag'),
  enabled: fc.boolean(),
  strategies: fc.array(strategy, { maxLength: 3 }),
  variants: fc.constantFrom<StrategyVariant[]>([], [variant('of-flag')]),
})
const override = fc.record({
  audience: fc.oneof(
    fc.constantFrom('everybody', 'token:shop', 'header:ada'),
    fc
      .tuple(fc.constantFrom('user', 'session', 'application'), who)
      .map(([kind, value]) => `${kind}:${value}`),
  ),
  enabled: fc.boolean(),
  variant: fc.constantFrom(null, { name: 'laid' }),
  strategies: fc.option(
    fc.array(
      strategy.map((one) => ({ ...one, title: null, segments: [] })),
      { minLength: 1, maxLength: 2 },
    ),
  ),
})
const overrides = fc.uniqueArray(override, { selector: (one) => one.audience, maxLength: 5 }).map((all) =>
  all.map((one) => ({
    ...one,
    variant: one.enabled ? one.variant : null,
    strategies: one.enabled && !one.variant ? one.strategies : null,
  })),
)
const context: fc.Arbitrary<EvaluationContext> = fc.record(
  { userId: who, sessionId: who, appName: who, country: who },
  { requiredKeys: [] },
)

const evaluate = (feature: Parameters<typeof evaluateFeature>[0], sent: EvaluationContext) =>
  evaluateFeature(
    feature,
    sent,
    { feature: () => feature, segment: () => undefined, now: new Date(0), random: () => 0 },
    { trace: 'none' },
  )

/** The override that counts in a context: of the header, else of the user, the session, the application, the token, everybody. */
function decisive(all: readonly AppliedOverride[], sent: EvaluationContext): AppliedOverride | undefined {
  const whole = (audience: string) => all.find((one) => one.audience === audience)
  const ofHeader = whole('header:ada')
  if (ofHeader) return ofHeader
  for (const [kind, field] of Object.entries(FIELDS)) {
    const found = all.find(({ audience }) => audience === `${kind}:${String(sent[field])}`)
    if (found && sent[field] !== undefined) return found
  }
  return whole('token:shop') ?? whole('everybody')
}

describe('overrides', () => {
  it('decide for their audience by the narrowest of them, and leave all others what they had', () => {
    fc.assert(
      fc.property(flag, overrides, context, (below, all, sent) => {
        const laid = applyOverrides(below, all, (_override, own) => own ?? FOR_ALL)
        const wanted = decisive(all, sent)
        const instead = wanted?.strategies
          ? { ...below, enabled: true, strategies: wanted.strategies }
          : below
        const [got, own] = [evaluate(laid, sent), evaluate(instead, sent)]
        const decides = wanted && !wanted.strategies
        expect(got.enabled).toBe((decides ? wanted : own).enabled)
        if (!decides) expect(got.variant.name).toBe(own.variant.name)
        if (decides && wanted.enabled)
          expect(got.variant.name).toBe(wanted.variant ? 'laid' : (below.variants[0]?.name ?? 'disabled'))
      }),
      { numRuns: 2000 },
    )
  })
})
