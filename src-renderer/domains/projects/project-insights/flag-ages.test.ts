import { expect, it } from 'vitest'

import { ageBars } from './flag-ages.ts'

it('the bars of the ages of flags add up to all flags', () => {
  const bars = ageBars([20, 12, 12, 5, 1])
  expect(bars.map(({ long, values }) => [long, values['flags']])).toEqual([
    ['Under a week', 8],
    ['1 to 4 weeks', 0],
    ['1 to 3 months', 7],
    ['3 to 12 months', 4],
    ['Over a year', 1],
  ])
})
