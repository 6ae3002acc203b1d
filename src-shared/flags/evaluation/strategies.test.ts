import { describe, expect, it } from 'vitest'

import type { EvaluationContext } from './model.ts'
import { evaluateStrategy, isStandardStrategy, listOf, randomStickyValue } from './strategies.ts'

it.each([
  ...['default', 'userWithId', 'flexibleRollout', 'remoteAddress', 'applicationHostname'],
  ...['gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom'],
])("%s is an SDK's own strategy, not an unknown one", (name) => {
  expect(isStandardStrategy(name)).toBe(true)
})

it.each(['storeIds', 'constructor', ''])('"%s" is not a strategy of SDKs', (name) => {
  expect(isStandardStrategy(name)).toBe(false)
})

it.each([
  [undefined, []],
  ['', []],
  ['a', ['a']],
  [' a , b\t,c ', [' a', 'b', 'c ']],
])('the list %j is %j: blanks count only at its ends', (text, items) => {
  expect(listOf(text)).toEqual(items)
})

it.each([
  [0, '1'],
  [0.5, '5001'],
  [0.99999, '10001'],
])('a rollout turns the random number %d into %s, as the SDKs', (random, text) => {
  expect(randomStickyValue(random)).toBe(text)
})

function evaluate(
  name: string,
  parameters: Record<string, string> | undefined,
  context: EvaluationContext,
  more: { random?: number; hostname?: string } = {},
) {
  const { random = 0.5, ...host } = more
  const sources = { feature: () => undefined, segment: () => undefined, now: new Date(0) }
  return evaluateStrategy({ name, ...(parameters ? { parameters } : {}) }, context, {
    ...sources,
    ...host,
    random: () => random,
  })
}

describe('a rollout', () => {
  const sticky = { position: 73, groupId: 'gr1', stickyValue: '123' }
  type Row = [what: string, name: string, parameters: Record<string, string>, EvaluationContext, object]

  // in every SDK, 123 of gr1 is at position 73
  it.each<Row>([
    ['the user', 'flexibleRollout', {}, { userId: '123', sessionId: '1' }, { stickiness: 'default' }],
    ['the session', 'flexibleRollout', {}, { userId: '', sessionId: '123' }, { stickiness: 'default' }],
    [
      'a field',
      'flexibleRollout',
      { stickiness: 'country' },
      { userId: '1', country: '123' },
      { stickiness: 'country' },
    ],
    ['the user alone', 'gradualRolloutUserId', {}, { userId: '123' }, { stickiness: 'userId' }],
    ['the session alone', 'gradualRolloutSessionId', {}, { sessionId: '123' }, { stickiness: 'sessionId' }],
  ])('is sticky on %s (%s %j)', (_what, name, more, context, stickiness) => {
    const of = (percent: string) =>
      evaluate(name, { groupId: 'gr1', rollout: percent, percentage: percent, ...more }, context)
    expect(of('72')).toEqual({ result: false, rollout: { ...sticky, ...stickiness, percentage: 72 } })
    expect(of('73')).toEqual({ result: true, rollout: { ...sticky, ...stickiness, percentage: 73 } })
  })

  it.each([
    ['it says so', { stickiness: 'random' }, { userId: '123' }],
    ['there is neither user nor session', {}, {}],
  ])('asks chance when %s, and names no value', (_what, more, context) => {
    const byChance = evaluate('flexibleRollout', { rollout: '100', groupId: 'gr1', ...more }, context)
    const same = evaluate('flexibleRollout', { rollout: '100', groupId: 'gr1' }, { userId: '5001' })
    expect(byChance.rollout?.position).toBe(same.rollout?.position)
    expect(byChance).toMatchObject({ result: true, rollout: { stickyValue: null } })
  })

  it.each([
    ['flexibleRollout', { rollout: '100', stickiness: 'country' }, 'country'],
    ['gradualRolloutUserId', { percentage: '100' }, 'userId'],
    ['gradualRolloutSessionId', { percentage: '100' }, 'sessionId'],
  ])('of %s lets nobody in who has nothing to be sticky on', (name, parameters, stickiness) => {
    expect(evaluate(name, parameters, {})).toEqual({
      result: false,
      rollout: { percentage: 100, position: null, groupId: '', stickiness, stickyValue: null },
    })
  })
})

describe('a strategy', () => {
  type Row = [
    name: string,
    parameters: Record<string, string> | undefined,
    context: EvaluationContext,
    result: boolean | 'unknown',
    more?: { random?: number; hostname?: string },
  ]
  it.each<Row>([
    ['default', undefined, {}, true],
    ['userWithId', { userIds: 'a, b' }, { userId: 'b' }, true],
    ['userWithId', { userIds: 'a, b' }, { userId: 'c' }, false],
    ['userWithId', { userIds: 'a, b' }, {}, false],
    ['remoteAddress', { IPs: '10.0.0.0/8' }, { remoteAddress: '10.1.2.3' }, true],
    ['remoteAddress', { IPs: '10.0.0.0/8' }, { remoteAddress: '11.1.2.3' }, false],
    ['remoteAddress', { IPs: '10.0.0.0/8' }, {}, false],
    ['remoteAddress', { IPs: 'a, host' }, { remoteAddress: 'host' }, true],
    ['remoteAddress', { IPs: 'nonsense' }, { remoteAddress: '10.1.2.3' }, false],
    ['applicationHostname', { hostNames: 'There, HERE' }, {}, true, { hostname: 'Here' }],
    ['applicationHostname', { hostNames: 'there' }, {}, false, { hostname: 'here' }],
    // as the SDKs, which put the missing name into text
    ['applicationHostname', { hostNames: 'undefined' }, {}, true],
    ['applicationHostname', undefined, {}, false],
    ['gradualRolloutRandom', { percentage: '51' }, {}, true, { random: 0.5 }],
    ['gradualRolloutRandom', { percentage: '50' }, {}, false, { random: 0.5 }],
    ['gradualRolloutRandom', { percentage: '0' }, {}, false, { random: 0 }],
    ['storeIds', {}, {}, 'unknown'],
  ])('%s with %j for %j: %s', (name, parameters, context, result, more) => {
    expect(evaluate(name, parameters, context, more)).toEqual({ result })
  })
})
