import { expect, it } from 'vitest'

import { evaluateFlag } from './evaluate-flag.ts'
import type { EvaluatedFeature, EvaluatedStrategy } from './model.ts'
import { openFeatureReason, remoteReason } from './open-feature.ts'

const OTHERS: EvaluatedFeature[] = [
  { name: 'parent', enabled: false, strategies: [] },
  { name: 'on', enabled: true, strategies: [] },
]
const flag = (more: Partial<EvaluatedFeature> = {}): EvaluatedFeature => ({
  name: 'flag',
  enabled: true,
  strategies: [],
  ...more,
})
const withStrategy = (strategy: Partial<EvaluatedStrategy>) =>
  flag({ strategies: [{ name: 'default', ...strategy }] })
const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, groupId: 'g' },
})
const variant = { name: 'red', weight: 500 }
const constraint = { contextName: 'userId', operator: 'IN', values: ['7'] }

function evaluate(feature: EvaluatedFeature | undefined) {
  const sources = {
    feature: (name: string) => [...OTHERS, ...(feature ? [feature] : [])].find((one) => one.name === name),
    segment: () => ({ id: 1, constraints: [] }),
    now: new Date(0),
    random: () => 0.5,
  }
  return evaluateFlag('flag', { userId: '7' }, sources, { trace: 'none' })
}

it.each([
  ['a flag that is not there', undefined, 'ERROR'],
  ['a flag that is off', flag({ enabled: false }), 'DISABLED'],
  ['a flag without strategies', flag(), 'STATIC'],
  ['a strategy for everybody', withStrategy({}), 'STATIC'],
  ['a rollout to everybody', withStrategy(rollout('100')), 'STATIC'],
  ['a rollout to some', withStrategy(rollout('99')), 'SPLIT'],
  ['a constraint', withStrategy({ constraints: [constraint] }), 'TARGETING_MATCH'],
  ['a segment', withStrategy({ segments: [1] }), 'TARGETING_MATCH'],
  ['two variants', withStrategy({ variants: [variant, variant] }), 'SPLIT'],
  ['one variant', withStrategy({ variants: [variant] }), 'STATIC'],
  ['a rollout that does not count', withStrategy({ parameters: { rollout: '50' } }), 'STATIC'],
  [
    'the second strategy',
    flag({ strategies: [rollout('0'), { name: 'default', constraints: [constraint] }] }),
    'TARGETING_MATCH',
  ],
  ['a list of users', withStrategy({ name: 'userWithId', parameters: { userIds: '7' } }), 'TARGETING_MATCH'],
  ['nobody chosen', withStrategy(rollout('0')), 'DEFAULT'],
  ['a parent that is off', flag({ dependencies: [{ feature: 'parent' }] }), 'DEFAULT'],
  ['a parent that is not there', flag({ dependencies: [{ feature: 'gone' }] }), 'DEFAULT'],
  ['a parent that is on', flag({ dependencies: [{ feature: 'on', enabled: false }] }), 'DEFAULT'],
  ['a parent without the variant', flag({ dependencies: [{ feature: 'on', variants: ['x'] }] }), 'DEFAULT'],
])('%s: %s', (_what, feature, reason) => {
  expect(openFeatureReason(evaluate(feature), feature)).toBe(reason)
})

it('without the flag at hand, a strategy that matched is static', () => {
  expect(openFeatureReason(evaluate(withStrategy({ segments: [1] })), undefined)).toBe('STATIC')
})

const notFor7 = { ...constraint, inverted: true }
it.each([
  ['a flag that is off', flag({ enabled: false }), 'DISABLED'],
  ['a flag without strategies', flag(), 'STATIC'],
  ['a rollout that let it in', withStrategy(rollout('99')), 'SPLIT'],
  ['a parent that is off', flag({ dependencies: [{ feature: 'parent' }] }), 'TARGETING_MATCH'],
  ['rollouts that did not', flag({ strategies: [rollout('0'), rollout('0')] }), 'SPLIT'],
  [
    'a constraint beside a rollout, neither of which did',
    flag({ strategies: [rollout('0'), { name: 'default', constraints: [notFor7] }] }),
    'TARGETING_MATCH',
  ],
  [
    'a rollout beside a constraint that is disabled',
    flag({ strategies: [rollout('0'), { name: 'default', disabled: true, constraints: [notFor7] }] }),
    'SPLIT',
  ],
])('remotely, %s: %s', (_what, feature, reason) => {
  expect(remoteReason(evaluate(feature), feature)).toBe(reason)
})

it('remotely, a flag that is not there: UNKNOWN', () => {
  expect(remoteReason(evaluate(undefined), flag())).toBe('UNKNOWN')
})
