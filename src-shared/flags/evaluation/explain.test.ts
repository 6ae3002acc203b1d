import { describe, expect, it } from 'vitest'

import { evaluateFlag } from './evaluate-flag.ts'
import { explainEvaluation, strategyLabel } from './explain.ts'
import type { EvaluatedFeature, EvaluatedStrategy, EvaluationContext } from './model.ts'
import type { Evaluation } from './result.ts'

const OTHERS: EvaluatedFeature[] = [
  { name: 'off', enabled: false, strategies: [] },
  { name: 'on', enabled: true, strategies: [] },
  { name: 'grandchild', enabled: true, strategies: [], dependencies: [{ feature: 'on' }] },
]
const SEGMENTS = [
  { id: 1, name: 'beta', constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }] },
  { id: 2, constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }] },
]

/** Explains a flag for user 123, who is at position 73 of the rollout group gr1. */
function explain(more: Partial<EvaluatedFeature>, context: EvaluationContext = { userId: '123' }) {
  const flags = [...OTHERS, { name: 'flag', enabled: true, strategies: [], ...more }]
  const evaluation = evaluateFlag(
    'flag',
    context,
    {
      feature: (name) => flags.find((one) => one.name === name),
      segment: (id) => SEGMENTS.find((one) => one.id === id),
      now: new Date(0),
      random: () => 0.5,
    },
    { trace: 'full' },
  )
  return explainEvaluation(evaluation)
}
const byStrategy = (strategy: Partial<EvaluatedStrategy>, context?: EvaluationContext) =>
  explain({ strategies: [{ name: 'default', ...strategy }] }, context)
const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, groupId: 'gr1' },
})

describe('the first sentence', () => {
  type Row = [what: string, more: Partial<EvaluatedFeature>, sentence: string]
  it.each<Row>([
    ['of a flag that is off', { enabled: false }, 'Off: it is disabled in this environment.'],
    [
      'of a parent that is missing',
      { dependencies: [{ feature: 'on' }, { feature: 'gone' }] },
      'Off: its parent gone is not there, or has a parent of its own.',
    ],
    [
      'of a parent that has a parent',
      { dependencies: [{ feature: 'grandchild' }] },
      'Off: its parent grandchild is not there, or has a parent of its own.',
    ],
    [
      'of a parent that is off',
      { dependencies: [{ feature: 'off' }] },
      'Off: its parent off is off, and must be on.',
    ],
    [
      'of a parent that is on',
      { dependencies: [{ feature: 'on', enabled: false }] },
      'Off: its parent on is on, and must be off.',
    ],
    [
      'of a parent without the variant',
      { dependencies: [{ feature: 'on', variants: ['red'] }] },
      'Off: its parent on is on, with none of the variants that it must have.',
    ],
    ['of a flag for everybody', {}, 'On: it is enabled, and no strategy says for whom.'],
    [
      'of one strategy that matches',
      { strategies: [{ name: 'default', title: 'All of us' }] },
      'On: the strategy “All of us” matched.',
    ],
    [
      'of the second of two',
      { strategies: [rollout('72'), rollout('73')] },
      'On: the strategy “Gradual rollout” (2 of 2) matched: position 73 of 100 is within 73%.',
    ],
    ['of a rollout to all', { strategies: [rollout('100')] }, 'On: the strategy “Gradual rollout” matched.'],
    [
      'of the default of the project',
      { strategies: [{ name: 'default', isProjectDefault: true }] },
      'On: the strategy “Standard”, the default of its project, matched.',
    ],
    ['of one strategy that does not', { strategies: [rollout('72')] }, 'Off: its strategy did not match.'],
    [
      'of two that do not',
      { strategies: [rollout('72'), rollout('0')] },
      'Off: none of its 2 strategies matched.',
    ],
  ])('%s', (_what, more, sentence) => {
    expect(explain(more)[0]).toBe(sentence)
  })

  it('of a flag that is not there stands alone', () => {
    const nothing = { feature: () => undefined, segment: () => undefined, now: new Date(0), random: () => 0 }
    expect(explainEvaluation(evaluateFlag('flag', {}, nothing, { trace: 'full' }))).toEqual([
      'Off: there is no such flag in this environment.',
    ])
  })

  it('of an evaluation without its trace stands alone, and names nothing', () => {
    const bare: Evaluation = {
      name: 'flag',
      enabled: true,
      variant: { name: 'red', enabled: true, feature_enabled: true, featureEnabled: true },
      reason: 'strategy-matched',
      variantReason: 'strategy',
      strategyIndex: 0,
    }
    expect(explainEvaluation(bare)).toEqual(['On: a strategy matched.'])
    expect(explainEvaluation({ ...bare, enabled: false, reason: 'parent-off' })).toEqual([
      'Off: its parent a parent is off, and must be on.',
    ])
  })
})

describe('the refusal of a strategy', () => {
  const constraint = { contextName: 'country', operator: 'IN', values: ['no'] }
  type Row = [what: string, strategy: Partial<EvaluatedStrategy>, sentence: string]
  it.each<Row>([
    [
      'a constraint without a value',
      { constraints: [constraint] },
      '“Standard”: a constraint did not hold, country is not there.',
    ],
    [
      'a constraint with a value',
      { constraints: [{ ...constraint, contextName: 'userId' }] },
      '“Standard”: a constraint did not hold, userId is “123”.',
    ],
    ['a segment', { segments: [1] }, '“Standard”: the context is not in the segment beta.'],
    ['a segment without a name', { segments: [2] }, '“Standard”: the context is not in the segment 2.'],
    ['a segment that is not there', { segments: [3] }, '“Standard”: its segment 3 is not there.'],
    ['an unknown kind', { name: 'custom' }, '“custom” can only be evaluated by SDKs that know it.'],
    [
      'a rollout without its field',
      { ...rollout('100'), parameters: { rollout: '100', stickiness: 'country' } },
      '“Gradual rollout”: the context has no country to be sticky on.',
    ],
    ['a rollout too small', rollout('12.34'), '“Gradual rollout”: position 73 of 100 is beyond 12.3%.'],
    ['a list', { name: 'userWithId', parameters: { userIds: '7' } }, '“User IDs” did not match.'],
  ])('names %s', (_what, strategy, sentence) => {
    expect(byStrategy(strategy)).toEqual(['Off: its strategy did not match.', sentence])
  })

  it('names a disabled strategy, and those beside it in order', () => {
    expect(explain({ strategies: [{ name: 'default', disabled: true }, rollout('1')] })).toEqual([
      'Off: none of its 2 strategies matched.',
      '“Standard” is disabled.',
      '“Gradual rollout”: position 73 of 100 is beyond 1%.',
    ])
  })

  it('passes over constraints that hold, and says why one could not be checked', () => {
    const holds = { contextName: 'userId', operator: 'IN', values: ['123'] }
    const broken = { contextName: 'userId', operator: 'REGEX', value: '(' }
    const [, refusal] = byStrategy({ constraints: [holds, broken] })
    expect(refusal).toMatch(/^“Standard”: a constraint on userId could not be checked\. \S/)
  })
})

describe('the sentence on the variant', () => {
  const red = { name: 'red', weight: 100, stickiness: 'userId' }
  it.each([
    ['of the flag', { variants: [red] }],
    ['of a strategy', { strategies: [{ name: 'default', variants: [red] }] }],
  ])('%s names its position and stickiness', (_what, more) => {
    expect(explain(more)[1]).toMatch(/^Variant red: position \d+ among the weights, sticky on userId\.$/)
  })

  it('names an override', () => {
    const overrides = [{ contextName: 'userId', values: ['123'] }]
    expect(explain({ variants: [{ ...red, overrides }] })[1]).toBe(
      'Variant red: an override names this context.',
    )
  })

  it('says that all weigh nothing', () => {
    expect(explain({ variants: [{ ...red, weight: 0 }] })[1]).toBe('No variant: all weights are 0.')
  })

  it('is left out without variants, and for a flag that is off', () => {
    expect(explain({})).toHaveLength(1)
    expect(explain({ enabled: false, variants: [red] })).toHaveLength(1)
  })
})

it.each([
  ['default', 'Standard'],
  ['flexibleRollout', 'Gradual rollout'],
  ['remoteAddress', 'IPs'],
  ['applicationHostname', 'Hosts'],
  ['userWithId', 'User IDs'],
  ['ofOurOwn', 'ofOurOwn'],
  ['constructor', 'constructor'],
])('the strategy %s is called %s', (name, label) => {
  expect(strategyLabel(name)).toBe(label)
})
