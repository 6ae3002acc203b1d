import { describe, expect, it } from 'vitest'

import { stateOf } from './source-state.ts'

const AT = '2026-11-28T12:00:00.000Z'
const here = { checkedAt: AT, problem: null }
const asking = { checkedAt: null, problem: null }
const away = { checkedAt: AT, problem: 'Nothing listens there.' }
const refused = { checkedAt: null, problem: 'It refuses the token (401).' }

describe('the state of a token of a mirror', () => {
  it.each([
    [here, 'up to date'],
    [asking, 'asking'],
    [away, 'away'],
    [refused, 'no flags'],
  ])('%j is in a word: %s', (source, label) => {
    expect(stateOf(source).label).toBe(label)
  })
})
