import murmurhash from 'murmurhash3js'
import { expect, it } from 'vitest'

import { HashPrefix, HashSuffix } from './hash-prefix.ts'

// each length of a block, before and behind the seam; bytes with all bits, and characters of which one byte counts
const TEXT = 'aÿ\u0000z\u0180é~\uffff10ßx'
const lengths = (most: number) => Array.from({ length: most + 1 }, (_one, length) => length)

it.each([0, 1, 86_028_157, 0xffff_ffff])(
  'a text in two parts hashes as murmurhash3js hashes the whole: seed %i',
  (seed) => {
    for (const before of lengths(9)) {
      const prefix = new HashPrefix(TEXT.slice(0, before), seed)
      const { hash, rest, bits, length } = prefix
      for (const behind of lengths(12)) {
        const text = TEXT.slice(-behind, behind === 0 ? 0 : undefined)
        const whole = murmurhash.x86.hash32(TEXT.slice(0, before) + text, seed)
        expect(prefix.with(text)).toBe(whole)
        expect(new HashSuffix(text).after(hash, rest, bits, length)).toBe(whole)
      }
    }
  },
)

it('the bytes that fill no block yet are kept for what follows', () => {
  const { length, rest, bits } = new HashPrefix('group:')
  expect([length, bits, rest]).toEqual([6, 16, 'p'.charCodeAt(0) + 256 * ':'.charCodeAt(0)])
  expect(new HashPrefix('gr1:').with('123') % 100).toBe(72)
})
