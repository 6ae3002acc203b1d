import { expect, it } from 'vitest'

import { counted, figure } from './figures.ts'

it('ux 32: writes every number with separators of thousands', () => {
  expect([figure(4939), figure(12), figure(1_234_567.5)]).toEqual(['4,939', '12', '1,234,567.5'])
})

it('ux 32: counts in the singular and the plural', () => {
  expect([counted(1, 'flag'), counted(0, 'flag'), counted(2210, 'flag')]).toEqual([
    '1 flag',
    '0 flags',
    '2,210 flags',
  ])
  expect(counted(2, 'property', 'properties')).toBe('2 properties')
})
