import { expect, it } from 'vitest'

import { medianRatio } from './paired-ratio.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

it('the paired ratio is the median, also of an even number of ratios', () => {
  expect(medianRatio([3, 1, 2]).ratio).toBe(2)
  expect(medianRatio([4, 1, 3, 2]).ratio).toBe(2.5)
})

it('its interval lies between the ranks of the sign test: the 40th and the 61st of 100', () => {
  expect(medianRatio(upTo(100))).toEqual({ ratio: 50.5, from: 40, to: 61 })
  expect(medianRatio(upTo(100).reverse())).toEqual({ ratio: 50.5, from: 40, to: 61 })
})

it('it is not affected by single slow slices of a busy machine', () => {
  const busy = upTo(100).map((ratio) => (ratio > 95 ? ratio * 1000 : ratio))
  expect(medianRatio(busy)).toEqual({ ratio: 50.5, from: 40, to: 61 })
})

it('its interval covers all values of a small sample, and five values give none', () => {
  expect(medianRatio(upTo(6))).toEqual({ ratio: 3.5, from: 1, to: 6 })
  expect(medianRatio(upTo(5))).toEqual({ ratio: 3, from: Number.NaN, to: Number.NaN })
})

it('its interval holds the true median in 95 of 100 samples', () => {
  // a generator with a seed: the same samples in every run
  let state = 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const samples = Array.from({ length: 2000 }, () => medianRatio(Array.from({ length: 60 }, random)))
  const held = samples.filter(({ from, to }) => from <= 0.5 && 0.5 <= to).length
  expect(held / samples.length).toBeGreaterThan(0.94)
  expect(held / samples.length).toBeLessThan(0.98)
})
