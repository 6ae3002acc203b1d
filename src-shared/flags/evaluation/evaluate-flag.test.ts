import { describe, expect, it } from 'vitest'

import { evaluateFlag } from './evaluate-flag.ts'
import type { EvaluatedFeature, EvaluationContext } from './model.ts'

const country = { contextName: 'country', operator: 'IN', values: ['no'] }
const pattern = { contextName: 'userId', operator: 'REGEX', value: '(' }
const FLAGS: EvaluatedFeature[] = [
  { name: 'off', enabled: false, strategies: [] },
  {
    name: 'flag',
    enabled: true,
    strategies: [
      { name: 'default', id: 's1', title: 'Never', disabled: true },
      { name: 'default', constraints: [country, pattern] },
      { name: 'default', segments: [1, 2, 99] },
      {
        name: 'flexibleRollout',
        parameters: { rollout: '73', groupId: 'gr1' },
        variants: [{ name: 'red', weight: 1, payload: { type: 'string', value: 'x' } }],
      },
    ],
  },
  {
    name: 'child',
    enabled: true,
    strategies: [],
    dependencies: [{ feature: 'flag' }, { feature: 'off' }, { feature: 'gone' }],
  },
]
const SEGMENTS = [
  { id: 1, name: 'beta', constraints: [country] },
  { id: 2, constraints: [] },
]

function evaluate(name: string, context: EvaluationContext, trace: 'full' | 'none' = 'full') {
  const sources = {
    feature: (wanted: string) => FLAGS.find((one) => one.name === wanted),
    segment: (id: number) => SEGMENTS.find((one) => one.id === id),
    now: new Date(0),
    random: () => 0.5,
  }
  return evaluateFlag(name, context, sources, { trace })
}

const undecided = { reason: 'flag-off', stickiness: null, stickyValue: null, position: null, ranges: [] }
const disabled = { name: 'disabled', enabled: false, feature_enabled: false, featureEnabled: false }

describe('the trace of an evaluation', () => {
  it('of a flag that is not there is empty', () => {
    const nothing = {
      name: 'gone',
      enabled: false,
      variant: disabled,
      reason: 'unknown-flag',
      variantReason: 'flag-off',
    }
    expect(evaluate('gone', {}, 'none')).toEqual(nothing)
    expect(evaluate('gone', {})).toEqual({
      ...nothing,
      trace: { parents: [], strategies: [], variant: undecided },
    })
  })

  it('names every parent, though the first that refuses decides', () => {
    expect(evaluate('child', { userId: '123' })).toMatchObject({
      enabled: false,
      reason: 'parent-off',
      trace: {
        parents: [
          { feature: 'flag', satisfied: true, reason: null },
          { feature: 'off', satisfied: false, reason: 'parent-off' },
          { feature: 'gone', satisfied: false, reason: 'parent-unusable' },
        ],
      },
    })
  })

  it('names every strategy, with what each constraint and segment said', () => {
    const { trace, ...result } = evaluate('flag', { userId: '123' })
    expect(result).toEqual({
      name: 'flag',
      enabled: true,
      variant: {
        name: 'red',
        enabled: true,
        payload: { type: 'string', value: 'x' },
        feature_enabled: true,
        featureEnabled: true,
      },
      reason: 'strategy-matched',
      variantReason: 'strategy',
      strategyIndex: 3,
    })
    const plain = { id: null, title: null, disabled: false, constraints: [], segments: [], own: true }
    const refused = { ...country, result: false, contextValue: null }
    const problem = trace?.strategies[1]?.constraints[1]?.problem
    expect(problem).toMatch(/\S/)
    expect(trace?.parents).toEqual([])
    expect(trace?.strategies).toEqual([
      { ...plain, name: 'default', id: 's1', title: 'Never', disabled: true, result: false },
      {
        ...plain,
        name: 'default',
        result: false,
        constraints: [refused, { ...pattern, result: false, contextValue: '123', problem }],
      },
      {
        ...plain,
        name: 'default',
        result: false,
        segments: [
          { id: 1, name: 'beta', found: true, result: false, constraints: [refused] },
          { id: 2, name: null, found: true, result: true, constraints: [] },
          { id: 99, name: null, found: false, result: false, constraints: [] },
        ],
      },
      {
        ...plain,
        name: 'flexibleRollout',
        result: true,
        rollout: { percentage: 73, position: 73, groupId: 'gr1', stickiness: 'default', stickyValue: '123' },
      },
    ])
    expect(trace?.variant).toEqual({
      reason: 'strategy',
      stickiness: 'default',
      stickyValue: '123',
      position: 1,
      ranges: [{ name: 'red', upTo: 1 }],
    })
  })

  it('is left out when it is not asked for', () => {
    expect(evaluate('flag', { userId: '123' }, 'none')).not.toHaveProperty('trace')
    expect(evaluate('child', { userId: '123' }, 'none')).not.toHaveProperty('trace')
  })
})
