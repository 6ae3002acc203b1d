import { expect, it } from 'vitest'

import { evaluateFlag } from './evaluate-flag.ts'
import type { EvaluatedFeature, EvaluatedStrategy } from './model.ts'
import { openFeatureReason } from './open-feature.ts'

const parent: EvaluatedFeature = { name: 'parent', enabled: false, strategies: [] }
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
const constraint = { contextName: 'userId', operator: 'IN', values: ['7'] }

it.each([
  ['a flag that is not there', undefined, 'ERROR'],
  ['a flag that is off', flag({ enabled: false }), 'DISABLED'],
  ['a flag without strategies', flag(), 'STATIC'],
  ['a strategy for everybody', withStrategy({}), 'STATIC'],
  ['a rollout to everybody', withStrategy(rollout('100')), 'STATIC'],
  ['a rollout to some', withStrategy(rollout('99')), 'SPLIT'],
  ['a constraint', withStrategy({ constraints: [constraint] }), 'TARGETING_MATCH'],
  ['a list of users', withStrategy({ name: 'userWithId', parameters: { userIds: '7' } }), 'TARGETING_MATCH'],
  ['nobody chosen', withStrategy(rollout('0')), 'DEFAULT'],
  ['a parent that is off', flag({ dependencies: [{ feature: 'parent' }] }), 'DEFAULT'],
])('%s: %s', (_what, feature, reason) => {
  const sources = {
    feature: (name: string) => [parent, ...(feature ? [feature] : [])].find((one) => one.name === name),
    segment: () => undefined,
    now: new Date(0),
    random: () => 0.5,
  }
  const evaluation = evaluateFlag('flag', { userId: '7' }, sources, { trace: 'none' })
  expect(openFeatureReason(evaluation, feature)).toBe(reason)
})
