import { expect, it } from 'vitest'

import { dependencyInWords } from './dependency-words.ts'

it.each([
  [true, [], 'is on.'],
  [false, ['ignored'], 'is off.'],
  [true, ['blue', 'red'], 'is on as blue or red.'],
])('enabled %s with %j: %s', (enabled, variants, words) => {
  expect(dependencyInWords({ feature: 'parent', enabled, variants })).toBe(words)
})
