import { expect, it } from 'vitest'

import { counted, figure } from './figures.ts'

it('a number is written with thousands separators', () => {
  expect([figure(4939), figure(12), figure(1_234_567.5)]).toEqual(['4,939', '12', '1,234,567.5'])
})

it('a count is written in the singular or plural', () => {
  expect([counted(1, 'flag'), counted(0, 'flag'), counted(2210, 'flag')]).toEqual([
    '1 flag',
    '0 flags',
    '2,210 flags',
  ])
  expect(counted(2, 'property', 'properties')).toBe('2 properties')
})
