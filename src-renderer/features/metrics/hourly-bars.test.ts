import { expect, it } from 'vitest'

import { countVariants, toBars } from './hourly-bars.ts'

const at = (
  hour: number,
  environment: string,
  yes: number,
  no: number,
  variants?: Record<string, number>,
) => ({
  timestamp: `2026-11-21T0${hour}:00:00.000Z`,
  environment,
  yes,
  no,
  ...(variants ? { variants } : {}),
})
const data = [
  at(2, 'production', 1, 2, { blue: 1 }),
  at(1, 'production', 3, 0, { blue: 1, red: 2 }),
  at(1, 'production', 4, 1),
  at(1, 'development', 9, 9, { green: 9 }),
]

it('sums the applications up, hour by hour', () => {
  expect(toBars(data, 'production')).toEqual([
    { hour: '2026-11-21T01:00:00.000Z', yes: 7, no: 1 },
    { hour: '2026-11-21T02:00:00.000Z', yes: 1, no: 2 },
  ])
  expect(toBars(data, '').map((bar) => bar.yes)).toEqual([16, 1])
})

it('counts the variants', () => {
  expect(countVariants(data, 'production')).toEqual([
    { name: 'blue', count: 2 },
    { name: 'red', count: 2 },
  ])
  expect(countVariants(data, '')[0]).toEqual({ name: 'green', count: 9 })
})
