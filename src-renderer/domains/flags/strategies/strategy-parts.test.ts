import { describe, expect, it } from 'vitest'

import { partsOf, reachInWords, shareOf } from './strategy-parts.ts'

type Described = Parameters<typeof partsOf>[0]
const names = new Map([[3, 'Nordic countries']])
const strategy = (given: Partial<Described> = {}): Described => ({
  name: 'flexibleRollout',
  parameters: { rollout: '25', stickiness: 'default' },
  constraints: [],
  segments: [],
  variants: [],
  disabled: false,
  ...given,
})
const constraint: Described['constraints'][number] = {
  contextName: 'plan',
  operator: 'IN',
  values: ['pro'],
  inverted: false,
  caseInsensitive: false,
}

describe('the share of a strategy', () => {
  it.each([
    ['default', {}, { percent: 100, of: 'users' }],
    ['flexibleRollout', { rollout: '25' }, { percent: 25, of: 'users' }],
    ['flexibleRollout', { rollout: '25', stickiness: 'random' }, { percent: 25, of: 'requests' }],
    ['flexibleRollout', { rollout: '250' }, { percent: 100, of: 'users' }],
    ['flexibleRollout', { rollout: 'x' }, { percent: 100, of: 'users' }],
    ['gradualRolloutUserId', { percentage: '7' }, { percent: 7, of: 'users' }],
    ['gradualRolloutRandom', {}, { percent: 0, of: 'requests' }],
    ['remoteAddress', { IPs: '10.0.0.1' }, undefined],
    ['byStore', {}, undefined],
  ])('of %s with %j is %j', (name, parameters, share) => {
    expect(shareOf({ name, parameters })).toEqual(share)
  })
})

describe('the parts of a strategy', () => {
  it('name stickiness, segments, constraints and variants', () => {
    const parameters = { rollout: '25', stickiness: 'userId' }
    const variant = { weightType: 'variable' as const, stickiness: 'default' }
    const variants = [
      { ...variant, name: 'blue', weight: 505 },
      { ...variant, name: 'red', weight: 495 },
    ]
    const given = strategy({ parameters, segments: [3, 4], constraints: [constraint], variants })
    expect(partsOf(given, names)).toEqual([
      'sticky on userId',
      'segment Nordic countries',
      'segment 4',
      'plan is one of pro',
      '2 variants: blue 50.5%, red 49.5%',
    ])
  })

  it.each([
    ['remoteAddress', { IPs: '10.0.0.1' }, ['10.0.0.1']],
    ['userWithId', { userIds: '' }, ['no users']],
    ['gradualRolloutSessionId', { percentage: '7' }, ['sticky on sessionId']],
    ['byStore', { stores: '17,42', region: '' }, ['stores: 17,42']],
    ['default', {}, []],
  ])('of %s with %j are %j', (name, parameters, parts) => {
    expect(partsOf(strategy({ name, parameters }), names)).toEqual(parts)
  })
})

describe('the reach of strategies', () => {
  const everybody = strategy({ name: 'default', parameters: {} })
  it.each<[Described[], string]>([
    [[], 'everybody'],
    [[strategy()], '25% of users'],
    [[strategy({ segments: [3] })], '25% of users in Nordic countries'],
    [[strategy({ segments: [9] })], '25% of users in a segment'],
    [[strategy({ constraints: [constraint] })], '25% of users where plan is one of pro'],
    [[strategy({ constraints: [constraint], segments: [3] })], '25% of users under 2 conditions'],
    [[strategy(), strategy()], 'users who match one of 2 strategies'],
    [[strategy(), everybody], 'everybody'],
    [[strategy(), { ...everybody, disabled: true }], '25% of users'],
    [[strategy({ disabled: true })], 'nobody, all strategies are disabled'],
    [[strategy({ name: 'byStore', parameters: {} })], 'chosen users'],
  ])('of %j is %s', (strategies, words) => {
    expect(reachInWords(strategies, names)).toBe(words)
  })
})
