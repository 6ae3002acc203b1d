import { expect, it } from 'vitest'

import { segmentInWords, usageInWords } from './segment-words.ts'

const beta = { contextName: 'userId', operator: 'IN', values: ['7', '8'] } as const
const norway = { contextName: 'country', operator: 'IN', values: ['NO'] } as const

it.each([
  [[], 'everybody'],
  [[beta], 'userId is one of 7, 8'],
  [[beta, norway], 'userId is one of 7, 8 and country is one of NO'],
])('%j: %s', (constraints, words) => {
  expect(
    segmentInWords({ constraints: constraints.map((one) => ({ ...one, values: [...one.values] })) }),
  ).toBe(words)
})

it.each([
  [0, 0, 'nothing yet'],
  [1, 1, '1 flag'],
  [3, 1, '3 flags'],
  [3, 2, '3 flags of 2 projects'],
])('%i flags of %i projects: %s', (usedInFeatures, usedInProjects, words) => {
  expect(usageInWords({ usedInFeatures, usedInProjects })).toBe(words)
})
