import { describe, expect, it } from 'vitest'

import type { GroupedRollout } from '#shared/insight/schemas/rollout-overlap.ts'
import { comparisonLink, inAllOf, neighboursOf, pairOf } from './overlap-query.ts'

const rollout = (feature: string, percent: number, stickiness = 'default'): GroupedRollout => ({
  project: 'default',
  feature,
  enabled: true,
  stickiness,
  rollout: percent,
  isTargeted: false,
  isExperiment: false,
})
const EDITED = { groupId: 'shared', stickiness: 'default', percent: 40 }

describe('neighbours of a rollout', () => {
  it('share the smaller percentage, the largest share first, and are never the flag itself', () => {
    const found = neighboursOf(EDITED, 'own', [
      rollout('own', 90),
      rollout('small', 20),
      rollout('large', 70),
    ])
    expect(found.map(({ feature, both }) => [feature, both])).toEqual([
      ['large', 40],
      ['small', 20],
    ])
  })

  it('are limited to users with or without an ID where their stickiness differs', () => {
    const found = neighboursOf(EDITED, 'own', [
      rollout('users', 20, 'userId'),
      rollout('sessions', 10, 'sessionId'),
      rollout('companies', 50, 'companyId'),
    ])
    expect(found.map(({ feature, holdsFor }) => feature + holdsFor)).toEqual([
      'users of users with a user ID',
      'sessions of sessions without a user ID',
    ])
  })
})

it('all flags of a group share what the smallest of them lets in, by its largest rollout', () => {
  expect(inAllOf([rollout('a', 10), rollout('a', 50), rollout('b', 30), rollout('c', 80)])).toBe(30)
})

describe('a comparison', () => {
  it('is of a flag of the project, and of another flag', () => {
    const other = { ...rollout('b', 50), project: 'other' }
    expect(pairOf([other, rollout('a', 20), rollout('a', 10)], 'default')).toEqual(['a', 'b'])
    expect(pairOf([rollout('a', 20), rollout('a', 10)], 'default')).toBeUndefined()
    expect(pairOf([other, { ...other, feature: 'c' }], 'default')).toBeUndefined()
  })

  it('has an address', () => {
    expect(comparisonLink('default', 'production', ['a', 'b&c'])).toBe(
      '#/projects/default/insights?environment=production&flag=a&with=b%26c',
    )
    expect(comparisonLink('default', undefined, ['a'])).toBe('#/projects/default/insights?flag=a')
  })
})
