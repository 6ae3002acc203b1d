import { expect, it } from 'vitest'

import { emptyQuotes } from './quoted.ts'

it.each([
  ['a.b', 'a.b'],
  [`$['a,b']["c,d"].e`, `$[''][""].e`],
  [String.raw`'it\'s' x`, `'' x`],
  ['"a\'b"', '""'],
  ['x "never ends, and', 'x ""'],
  ['', ''],
])('quoting %s leaves no part of it outside the quotes', (text, bare) => {
  expect(emptyQuotes(text, `'"`)).toBe(bare)
})
