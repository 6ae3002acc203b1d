import { describe, expect, it } from 'vitest'

import { placesAfterMove, toChange, toForm, typeOf } from './environment-form.ts'
import { lossesInWords, projectLossesInWords } from './environment-words.ts'

const environment = {
  name: 'staging',
  type: 'preproduction',
  sortOrder: 3,
  enabled: true,
  protected: false,
  requiredApprovals: null,
}

describe('the form of an environment', () => {
  it('returns what it was given', () => {
    for (const one of [
      environment,
      { ...environment, type: 'lab', requiredApprovals: 2 },
      { ...environment, type: 'other' },
    ])
      expect(toChange(toForm(one))).toEqual({ type: one.type, requiredApprovals: one.requiredApprovals })
  })

  it('offers a custom type when the type is unknown', () => {
    expect(toForm({ ...environment, type: 'lab' })).toMatchObject({ type: 'other', otherType: 'lab' })
    expect(typeOf({ type: 'other', otherType: ' lab ' })).toBe('lab')
    expect(toForm()).toMatchObject({ name: '', type: 'development', approvals: '' })
  })
})

describe('moving an environment', () => {
  const names = ['a', 'b', 'c']
  it.each([
    [0, 1, ['b', 'a', 'c']],
    [2, 0, ['c', 'a', 'b']],
    [0, 2, ['b', 'c', 'a']],
    [1, 1, names],
  ])('from %i to %i', (from, to, order) => {
    const places = placesAfterMove(names, from, to)
    expect([...names].sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0))).toEqual(order)
    expect(Math.min(...Object.values(places))).toBe(1)
  })
})

describe('the data deleted with an environment', () => {
  it('is listed with its numbers', () => {
    const used = { ...environment, projectCount: 2, apiTokenCount: 1, enabledToggleCount: 3 }
    expect(lossesInWords(used).join(' ')).toMatch(
      /2 projects have it.*3 flags are enabled.*1 API token belongs to/,
    )
    expect(lossesInWords({ ...used, projectCount: 0, apiTokenCount: 0, enabledToggleCount: 0 })).toHaveLength(
      2,
    )
  })

  it('is listed for one project', () => {
    const item = { ...environment, visible: true, projectApiTokenCount: 1, projectEnabledToggleCount: 1 }
    expect(projectLossesInWords(item)).toMatch(/^1 flag is enabled there.*1 API token that opens it stays\.$/)
    expect(projectLossesInWords({ ...item, projectApiTokenCount: 0, projectEnabledToggleCount: 0 })).toMatch(
      /^No flag is enabled there/,
    )
  })
})
