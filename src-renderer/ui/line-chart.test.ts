import { describe, expect, it } from 'vitest'

import { partsOf, valueTicks } from './line-chart.ts'

describe('the ticks of values', () => {
  it.each([
    [0, 10, [0, 5, 10]],
    [0, 0.4, [0, 0.1, 0.2, 0.3, 0.4]],
    [0, 0, [0, 1]],
    [-3, 4, [-4, -2, 0, 2, 4]],
    [98, 102, [98, 99, 100, 101, 102]],
  ])('from %d to %d cover the values', (lowest, highest, expected) => {
    const ticks = valueTicks(lowest, highest)
    expect(ticks[0]).toBeLessThanOrEqual(lowest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks).toEqual(expected)
  })
})

describe('the parts of a line', () => {
  it('end where a value is missing', () => {
    expect(partsOf([1, 2, undefined, 4, undefined, undefined])).toEqual([
      [
        { index: 0, value: 1 },
        { index: 1, value: 2 },
      ],
      [{ index: 3, value: 4 }],
    ])
    expect(partsOf([])).toEqual([])
  })
})
