import { expect, it } from 'vitest'

import { lifetimeInWords, toLifetime } from './lifetime.ts'

it('a lifetime is shown in days', () => {
  expect([null, 0, 1, 40].map(lifetimeInWords)).toEqual([
    'no expected lifetime',
    'no expected lifetime',
    '1 day',
    '40 days',
  ])
})

it('a lifetime is parsed from text', () => {
  expect(['', ' ', '0', ' 40 ', '1.5', 'ten'].map(toLifetime)).toEqual([null, null, null, 40, 1.5, NaN])
})
