import { expect, it } from 'vitest'

import { healthInWords } from './health-words.ts'

it.each([
  [100, 3, '100 %', 'success'],
  [74, 3, '74 %', 'warning'],
  [39, 3, '39 %', 'danger'],
  [100, 0, 'no flags', 'neutral'],
])('a health of %i with %i flags is "%s"', (health, flags, label, tone) => {
  expect(healthInWords(health, flags)).toMatchObject({ label, tone })
})
