import { describe, expect, it } from 'vitest'

import { normaliseWeights, variantsProblem } from './normalise-weights.ts'

const variant = (name: string, weightType: 'variable' | 'fix' = 'variable', weight = 0) => ({
  name,
  weightType,
  weight,
})
const weights = (variants: ReturnType<typeof variant>[]) =>
  Object.fromEntries(normaliseWeights(variants).map((one) => [one.name, one.weight]))

describe('the weights of variants', () => {
  it.each([
    ['one gets all', [variant('a')], { a: 1000 }],
    [
      'three share, the remainder goes to the first',
      [variant('a'), variant('b'), variant('c')],
      { a: 334, b: 333, c: 333 },
    ],
    [
      'what is fixed stays',
      [variant('a', 'fix', 400), variant('b'), variant('c')],
      { a: 400, b: 300, c: 300 },
    ],
    ['all fixed away', [variant('a', 'fix', 1000), variant('b')], { a: 1000, b: 0 }],
    ['none', [], {}],
  ])('%s', (_what, variants, expected) => {
    expect(weights(variants)).toEqual(expected)
  })

  it('are sorted by name', () => {
    expect(normaliseWeights([variant('b'), variant('a')]).map((one) => one.name)).toEqual(['a', 'b'])
  })
})

describe('a set of variants', () => {
  it.each([
    ['none', [], null],
    ['one', [variant('a')], null],
    ['twice the same', [variant('a'), variant('a')], '"[1]" contains a duplicate value. You provided "a".'],
    [
      'all fixed',
      [variant('a', 'fix', 500), variant('b', 'fix', 500)],
      'There must be at least one "variable" variant',
    ],
    [
      'too much fixed',
      [variant('a', 'fix', 1001), variant('b')],
      'The traffic distribution total must equal 100%',
    ],
  ])('%s: %s', (_what, variants, problem) => {
    expect(variantsProblem(variants)).toBe(problem)
  })
})
