import { expect, it } from 'vitest'

import { blankQuotedText } from './quoted-text.ts'

it.each([
  ['a.b', 'a.b'],
  [`$['a,b']["c,d"].e`, `$[''][""].e`],
  [String.raw`'it\'s' x`, `'' x`],
  ['"a\'b"', '""'],
  ['x "never ends, and', 'x ""'],
  ['', ''],
])('quoting %s leaves no part of it outside the quotes', (text, bare) => {
  expect(blankQuotedText(text, `'"`)).toBe(bare)
})
