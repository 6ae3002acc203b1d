import { expect, it } from 'vitest'

import { isLarge } from './is-large.ts'
import { largeJson } from './json-in-steps.ts'
import { LongText, textOf } from './long-text.ts'

it('a text is in parts only if it is long, and is then written in steps', () => {
  expect(textOf(['a', 'b'])).toBe('ab')
  const long = textOf(['"ü'.repeat(600_000), '😀\n'.repeat(600_000)])
  expect(long).toBeInstanceOf(LongText)
  expect(isLarge(long)).toBe(true)
})

it('JSON of a text in parts is that of the text', async () => {
  const parts = ['"ü'.repeat(600_000), '😀\n'.repeat(600_000), 'end']
  const written = Buffer.concat(await largeJson({ text: textOf(parts), after: 1 })).toString()
  expect(written === JSON.stringify({ text: parts.join(''), after: 1 })).toBe(true)
  expect(JSON.stringify(textOf(parts)) === JSON.stringify(parts.join(''))).toBe(true)
})
