import { expect, it } from 'vitest'

import { delayWords } from './delay-words.ts'

it.each([
  [3, null, "In the last minute, the service didn't respond for up to 3 ms."],
  [
    230,
    { at: '2026-11-22T12:00:00.000Z', ms: 230, work: ['exportFeatures', 'prune tables'] },
    "In the last minute, the service didn't respond for up to 230 ms. Running then: exportFeatures, prune tables.",
  ],
])('a delay of %d ms is explained', (lagMs, longTurn, words) => {
  expect(delayWords(lagMs, longTurn)).toBe(words)
})
