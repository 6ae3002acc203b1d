import { expect, it } from 'vitest'

import { rolloutPosition, variantPosition } from './hash.ts'

it.each([
  ['gr1', '123', 73],
  ['groupX', '999', 25],
])('%s:%s hashes to %i, as in every SDK', (groupId, id, position) => {
  expect(rolloutPosition(groupId, id)).toBe(position)
})

it.each([
  ['gr1', '123', 96],
  ['groupX', '999', 60],
])('variants of %s:%s begin at %i of 100, with their own seed', (groupId, id, position) => {
  expect(variantPosition(groupId, id, 100)).toBe(position)
})
