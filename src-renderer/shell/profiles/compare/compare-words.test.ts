import { expect, it } from 'vitest'

import { differenceWords, isPromotable, placeWords } from './compare-words.ts'

const NAMES = { from: 'Staging', to: 'Live' }

it('a comparison says which instance has a flag', () => {
  expect((['from', 'to', 'both'] as const).map((place) => placeWords(place, NAMES))).toEqual([
    'only in Staging',
    'only in Live',
    'both',
  ])
})

it('a comparison says in what a flag differs, environment by environment', () => {
  expect(differenceWords([])).toBe('')
  expect(
    differenceWords([
      { property: 'description' },
      { property: 'impressionData' },
      { property: 'enabled', environment: 'development' },
      { property: 'strategies', environment: 'production' },
      { property: 'variants', environment: 'production' },
    ]),
  ).toBe('description, impression data; development: on or off; production: strategies, variants')
})

it('a flag that only the other instance has cannot be promoted', () => {
  const flag = { name: 'one', project: 'default', differences: [] }
  expect((['from', 'both', 'to'] as const).map((place) => isPromotable({ ...flag, place }))).toEqual([
    true,
    true,
    false,
  ])
})
