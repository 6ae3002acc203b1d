import { describe, expect, it } from 'vitest'

import type { ListedStrategy } from '#shared/flags/schemas/strategy.ts'
import { bodyOf } from './strategy-body.ts'
import { emptyForm, isAdvanced, toBody, toForm } from './strategy-form.ts'
import { strategyLabel } from '#shared/flags/evaluation/explain.ts'
import { constraintInWords, strategyInWords } from '#shared/flags/strategies/strategy-words.ts'

const strategy = (more: Partial<ListedStrategy> = {}): ListedStrategy => ({
  id: '1',
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  sortOrder: 0,
  constraints: [],
  parameters: { rollout: '25', stickiness: 'userId', groupId: 'flag' },
  segments: [],
  variants: [],
  milestoneId: null,
  ...more,
})
const inNorway = { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] } as const
const variant = (name: string, weight: number) =>
  ({ name, weight, weightType: 'variable', stickiness: 'default' }) as const

describe('the summary of a strategy', () => {
  it.each<[Partial<ListedStrategy>, string]>([
    [{}, 'On for 25% of users, sticky on userId.'],
    [{ parameters: { rollout: '100' } }, 'On for everybody.'],
    [{ parameters: { rollout: '10', stickiness: 'random' } }, 'On for 10% of requests, by chance.'],
    [{ parameters: { rollout: '10' } }, 'On for 10% of users.'],
    [{ disabled: true, name: 'default' }, 'Not used for everybody.'],
    [{ name: 'userWithId', parameters: { userIds: '1,2' } }, 'On for the users 1,2.'],
    [
      { name: 'gradualRolloutUserId', parameters: { percentage: '5', groupId: 'g' } },
      'On for 5% of users, sticky on userId.',
    ],
    [{ name: 'gradualRolloutSessionId', parameters: {} }, 'On for 0% of users, sticky on sessionId.'],
    [
      { name: 'gradualRolloutRandom', parameters: { percentage: '50' } },
      'On for 50% of requests, by chance.',
    ],
    [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8' } }, 'On for the addresses 10.0.0.0/8.'],
    [{ name: 'applicationHostname', parameters: {} }, 'On for instances on no host.'],
    [{ name: 'mine', parameters: {} }, 'On for those whom the strategy mine chooses.'],
    [
      { name: 'default', constraints: [{ ...inNorway, values: ['NO', 'SE'] }], segments: [1, 2] },
      'On for everybody, where country is one of NO, SE and the user is in 2 segments.',
    ],
    [
      { name: 'default', variants: [variant('red', 500), variant('blue', 500)] },
      'On for everybody, as red 50% or blue 50%.',
    ],
  ])('%j: %s', (more, words) => {
    expect(strategyInWords(strategy(more))).toBe(words)
  })

  it('names its segments once their names are known', () => {
    const inSegments = (segments: number[]) => strategyInWords(strategy({ name: 'default', segments }), names)
    const names = new Map([
      [1, 'Staff'],
      [2, 'Norway'],
    ])
    expect(inSegments([1])).toBe('On for everybody, where the user is in the segment “Staff”.')
    expect(inSegments([1, 2])).toBe(
      'On for everybody, where the user is in the segments “Staff” and “Norway”.',
    )
    expect(inSegments([1, 7])).toBe('On for everybody, where the user is in 2 segments.')
  })

  it('shows a few values, and how many more there are', () => {
    const values = Array.from({ length: 9 }, (_, index) => `v${index}`)
    expect(constraintInWords({ contextName: 'x', operator: 'NOT_IN', values })).toBe(
      'x is none of v0, v1, v2, v3, v4, v5 and 3 more',
    )
  })

  it.each([
    [{ operator: 'IN', inverted: true }, 'country is none of NO'],
    [{ operator: 'STR_CONTAINS', caseInsensitive: true }, 'country contains NO (ignoring case)'],
  ] as const)('%j: %s', (more, words) => {
    expect(constraintInWords({ contextName: 'country', values: ['NO'], ...more })).toBe(words)
  })

  it('has a label for known strategy types', () => {
    expect([strategyLabel('flexibleRollout'), strategyLabel('mine')]).toEqual(['Gradual rollout', 'mine'])
  })
})

describe('the form of a strategy', () => {
  it('returns what it was given', () => {
    const before = strategy({
      title: 'Half of Norway',
      constraints: [
        { ...inNorway, values: ['NO', 'SE'], inverted: true },
        { contextName: 'age', operator: 'NUM_GT', values: [], value: '18' },
      ],
      segments: [7],
      variants: [variant('red', 1000)],
    })
    expect(toBody(toForm(before, 'flag'), before)).toEqual(bodyOf(before))
  })

  it('lets variants follow the stickiness of the rollout, unless they have their own', () => {
    const stickinessAfter = (own: string) => {
      const before = strategy({ variants: [{ ...variant('red', 1000), stickiness: own }] })
      const form = { ...toForm(before, 'flag'), stickiness: 'sessionId' }
      return toBody(form, before).variants?.[0]?.stickiness
    }
    expect([stickinessAfter('userId'), stickinessAfter('default')]).toEqual(['sessionId', 'default'])
  })

  it('keeps the parameters of an unknown strategy type', () => {
    const before = strategy({ name: 'mine', parameters: { a: '1' } })
    expect(toBody(toForm(before, 'flag'), before).parameters).toEqual({ a: '1' })
    expect(toBody({ ...toForm(before, 'flag'), name: 'default' }, before).parameters).toEqual({})
  })

  it('begins with a rollout to everybody, default stickiness, grouped by the name of the flag', () => {
    expect(toBody(emptyForm('flag'))).toEqual({
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      constraints: [],
      parameters: { rollout: '100', stickiness: 'default', groupId: 'flag' },
      segments: [],
      variants: [],
    })
  })

  it.each([
    ['nothing of its own', {}, false],
    ['a title', { title: 'Staff' }, true],
    ['no use', { disabled: true }, true],
    ['a group of its own', { groupId: 'other' }, true],
    ['another rollout', { rollout: 5, stickiness: 'userId' }, false],
  ])('with %s shows its advanced fields or not', (_what, more, expected) => {
    expect(isAdvanced({ ...emptyForm('flag'), ...more }, 'flag')).toBe(expected)
  })
})
