import { expect, it } from 'vitest'

import { certainExpiryOf, expiryOf, isExpired, isForever } from './expiry.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

it.each([
  ['7', '2026-11-28T12:00:00.000Z'],
  ['365', '2027-11-21T12:00:00.000Z'],
  ['never', null],
] as const)('a token for %s expires at %s', (choice, at) => {
  expect(expiryOf(choice, NOW)).toBe(at)
})

it('a token that must have an expiry gets one that is never reached', () => {
  const far = certainExpiryOf('never', NOW)
  expect([isForever(far), isForever(null), isForever(certainExpiryOf('365', NOW))]).toEqual([
    true,
    true,
    false,
  ])
})

it('a token is expired from its expiry time on', () => {
  const at = NOW.toISOString()
  expect([isExpired(at, NOW), isExpired(at, new Date(NOW.getTime() - 1)), isExpired(null, NOW)]).toEqual([
    true,
    false,
    false,
  ])
})
