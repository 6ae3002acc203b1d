import { expect, it } from 'vitest'

import type { EvaluatedFeature, EvaluatedStrategy, EvaluatedVariant, EvaluationContext } from '../model.ts'
import { Compiler } from './compiler.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
interface Surroundings {
  random?: number
  hostname?: string
}

function evaluate(
  parts: Partial<EvaluatedFeature>,
  context: EvaluationContext = {},
  { random = 0.5, hostname = 'Here' }: Surroundings = {},
) {
  const compiler = new Compiler(
    () => undefined,
    () => null,
  )
  const subject = compiler.subject(context, () => undefined, { now: NOW, random: () => random, hostname })
  return compiler.flag({ name: 'flag', enabled: true, strategies: [], ...parts }).decide(subject).evaluation
}

const ADDRESSES = { IPs: '10.0.0.0/8, 192.168.1.4,localhost' }

it.each<[string, Record<string, string> | undefined, EvaluationContext, Surroundings, boolean]>([
  ['applicationHostname', { hostNames: 'there, HERE' }, {}, {}, true],
  ['applicationHostname', { hostNames: 'there' }, {}, {}, false],
  ['applicationHostname', { hostNames: 'undefined' }, {}, { hostname: 'undefined' }, true],
  ['applicationHostname', undefined, {}, {}, false],
  ['userWithId', { userIds: 'ann, bob' }, { userId: 'bob' }, {}, true],
  ['userWithId', { userIds: 'ann, bob' }, { userId: 'eve' }, {}, false],
  ['userWithId', { userIds: 'undefined' }, {}, {}, false],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.0.0.0' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.255.255.255' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '9.255.255.255' }, {}, false],
  ['remoteAddress', ADDRESSES, { remoteAddress: '11.0.0.0' }, {}, false],
  ['remoteAddress', ADDRESSES, { remoteAddress: '192.168.1.4' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.0.0.0/8' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.1.0.0/16' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.1.2.3/8' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: '10.0.0.0/7' }, {}, false],
  ['remoteAddress', ADDRESSES, { remoteAddress: 'localhost' }, {}, true],
  ['remoteAddress', ADDRESSES, { remoteAddress: 'elsewhere' }, {}, false],
  ['remoteAddress', ADDRESSES, { remoteAddress: '::1' }, {}, false],
  ['remoteAddress', ADDRESSES, {}, {}, false],
  ['gradualRolloutRandom', { percentage: '50' }, {}, { random: 0.499 }, true],
  ['gradualRolloutRandom', { percentage: '50' }, {}, { random: 0.5 }, false],
  ['gradualRolloutRandom', { percentage: '1' }, {}, { random: 0 }, true],
  ['gradualRolloutRandom', { percentage: '0' }, {}, { random: 0 }, false],
  // without a group, user 10 is at 82 of 100
  ['gradualRolloutUserId', { percentage: '82' }, { userId: '10' }, {}, true],
  ['gradualRolloutUserId', { percentage: '81' }, { userId: '10' }, {}, false],
  ['gradualRolloutUserId', { percentage: '100' }, { userId: '' }, {}, false],
  ['gradualRolloutUserId', { percentage: '100' }, {}, {}, false],
  ['flexibleRollout', { rollout: '82' }, { userId: '10' }, {}, true],
  ['flexibleRollout', { rollout: '81' }, { userId: '10' }, {}, false],
  ['flexibleRollout', { rollout: '100', stickiness: 'country' }, { country: '' }, {}, false],
  ['flexibleRollout', { rollout: '100', stickiness: 'country' }, {}, {}, false],
  ['flexibleRollout', { rollout: '100', stickiness: 'country' }, { country: 'NO' }, {}, true],
  ['default', undefined, {}, {}, true],
])('the strategy %s with %j: for %j (%j): %s', (name, parameters, context, surroundings, isOn) => {
  const strategies = [{ name, ...(parameters ? { parameters } : {}) }]
  expect(evaluate({ strategies }, context, surroundings).enabled).toBe(isOn)
})

it.each([1, 2, 3, 4])('%i constraints match where all of them do', (count) => {
  const fields = Array.from({ length: count }, (_one, index) => `field${index}`)
  const constraints = fields.map((contextName) => ({ contextName, operator: 'IN', values: ['yes'] }))
  const strategy: EvaluatedStrategy = { name: 'default', constraints }
  const all = Object.fromEntries(fields.map((field) => [field, 'yes']))
  expect(evaluate({ strategies: [strategy] }, all).enabled).toBe(true)
  for (const field of fields)
    expect(evaluate({ strategies: [strategy] }, { ...all, [field]: 'no' }).enabled).toBe(false)
})

it.each<[EvaluatedVariant[], string, string]>([
  [[], 'disabled', 'no-variants'],
  [[{ name: 'red', weight: 0 }], 'disabled', 'no-weight'],
  [[{ name: 'red', weight: 1 }], 'red', 'feature'],
  [[{ name: 'red', weight: 1, overrides: [{ contextName: 'plan', values: ['pro'] }] }], 'red', 'override'],
])('the variant of %j is %s: %s', (variants, name, reason) => {
  const { variant, variantReason } = evaluate({ variants }, { plan: 'pro' })
  expect([variant.name, variantReason]).toEqual([name, reason])
})
