import { describe, expect, it } from 'vitest'

import { choiceInWords, defaultDestination, lossInWords, ownIn } from './request-choice.ts'

const request = (id: number, state: 'Draft' | 'In review' | 'Approved', environment = 'production') => ({
  id,
  state,
  environment,
})

describe('the choice of a change request', () => {
  it.each([
    ['to a new request where nothing is pending', [], 'new'],
    ['to the newest draft', [request(3, 'Draft'), request(7, 'Draft')], 7],
    ['never silently to an approved request', [request(3, 'Approved')], 'new'],
    ['never silently to a request in review', [request(3, 'In review')], 'new'],
    ['to no draft of another environment', [request(3, 'Draft', 'staging')], 'new'],
    ['to the draft beside an approved request', [request(9, 'Approved'), request(3, 'Draft')], 3],
  ])('goes to %s', (_name, pending, expected) => {
    expect(defaultDestination(pending, 'production')).toBe(expected)
  })

  it('offers any of one’s own requests in the environment, drafts first', () => {
    const pending = [
      request(9, 'Approved'),
      request(8, 'In review'),
      request(3, 'Draft'),
      request(4, 'Draft'),
    ]
    expect(ownIn([...pending, request(1, 'Draft', 'staging')], 'production').map(({ id }) => id)).toEqual([
      4, 3, 8, 9,
    ])
  })

  it('names the state and size of each request', () => {
    const named = { title: 'Spring', state: 'Draft' as const, segments: [] }
    const change = { id: 1, action: 'x', createdBy: { id: 1, username: 'a', imageUrl: '' }, createdAt: '' }
    expect(choiceInWords({ ...named, features: [{ name: 'a', changes: [change] }] })).toBe(
      'Spring, Draft, 1 change',
    )
  })

  it('names the approvals that joining would void', () => {
    expect(lossInWords({ state: 'Draft', approvals: [] })).toBeUndefined()
    expect(lossInWords({ state: 'Approved', approvals: [1, 2] })).toBe(
      'Its 2 approvals will be withdrawn. It goes back to review.',
    )
    expect(lossInWords({ state: 'In review', approvals: [1] })).toBe(
      'Its approval will be withdrawn. Its reviewers see the change at once.',
    )
    expect(lossInWords({ state: 'In review', approvals: [] })).toBe('Its reviewers see the change at once.')
  })
})
