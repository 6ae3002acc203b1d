import { expect, it } from 'vitest'

import { lastOf, toVersion } from './index.ts'

it.each([
  ['5.6', '5.6.0', '5.6.0'],
  ['v5.6.7', '5.6.7', '5.6.7'],
  [' V5 ', '5.0.0', '5.12.0'],
  ['12.10.11', '12.10.11', '12.10.11'],
  ['12', '12.0.0', '12.0.0'],
  ['', undefined, undefined],
  ['5.', undefined, undefined],
  ['5x', undefined, undefined],
  ['x5', undefined, undefined],
  ['5v', undefined, undefined],
  ['5.6.7.8', undefined, undefined],
  ['1.99999999999999999999', undefined, undefined],
  ['constructor', undefined, undefined],
])('%j is version %s, and to go there means %s', (text, version, last) => {
  expect([toVersion(text), lastOf(text)]).toEqual([version, last])
})
