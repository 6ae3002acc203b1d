import { expect, it } from 'vitest'

import type { PersonalToken } from '#shared/access/schemas/personal-token.ts'
import { lastSeen, tokensInWords } from './account-words.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const token = (expiresAt: string, seenAt: string | null = null): PersonalToken => ({
  id: 1,
  description: 'ci',
  userId: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt,
  seenAt,
})
const [LATER, EARLIER] = ['2027-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']

it.each([
  [[], 'none'],
  [[LATER], '1 token'],
  [[LATER, LATER], '2 tokens'],
  [[LATER, EARLIER], '2 tokens, 1 expired'],
  [[EARLIER], '1 token, expired'],
])('tokens that expire at %j are %s', (expiries, words) => {
  expect(
    tokensInWords(
      expiries.map((at) => token(at)),
      NOW,
    ),
  ).toBe(words)
})

it('an account was last seen when any of its tokens was', () => {
  expect(
    lastSeen([
      token(LATER, '2026-11-01T00:00:00.000Z'),
      token(LATER),
      token(LATER, '2026-11-20T00:00:00.000Z'),
    ]),
  ).toBe('2026-11-20T00:00:00.000Z')
  expect(lastSeen([token(LATER)])).toBeUndefined()
})
