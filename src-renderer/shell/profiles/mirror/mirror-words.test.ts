import { describe, expect, it } from 'vitest'

import { badgeOf, progressOf, projectsInWords } from './mirror-words.ts'

const AT = '2026-11-28T12:00:00.000Z'
const here = { checkedAt: AT, problem: null, flags: 3 }
const asking = { checkedAt: null, problem: null, flags: 0 }
const away = { checkedAt: AT, problem: 'Nothing listens there.', flags: 3 }
const refused = { checkedAt: null, problem: 'It refuses the token (401).', flags: 0 }

describe('the state of a token of a mirror', () => {
  it.each([
    [here, 'up to date'],
    [asking, 'asking'],
    [away, 'away'],
    [refused, 'no flags'],
  ])('%j is in a word: %s', (source, label) => {
    expect(badgeOf(source).label).toBe(label)
  })
})

describe('the progress of a mirror', () => {
  it.each([
    [[], false, 'It has no token. Edit it and enter one.'],
    [[here, asking], false, 'Flags of 1 of 2 tokens are here.'],
    [[here, refused], false, 'Flags of 1 of 2 tokens are here.'],
    [[here, here], true, 'All flags are here.'],
    [[here, away], true, 'All flags are here. 1 token cannot be followed now.'],
  ])('of %j is whole: %s', (sources, isWhole, text) => {
    expect(progressOf(sources)).toMatchObject({ isWhole, text })
  })
})

it('the projects of a token are named, or are all', () => {
  expect([projectsInWords(['*']), projectsInWords(['shop', 'default'])]).toEqual([
    'all projects',
    'shop, default',
  ])
})
