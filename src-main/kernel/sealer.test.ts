import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { sealerOf, UnreadableSecret } from './sealer.ts'

const key = randomBytes(32)
const sealer = sealerOf({ current: () => key, all: () => [key] })

/** Characters that differ from each other in bits that base64url ignores at the end of a text. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

it('a derived secret follows from text, purpose and key; a former key derives the former one', () => {
  const former = Buffer.alloc(32, 7)
  const [before] = sealerOf({ current: () => former, all: () => [former] }).derive('hash', 'test')
  const both = sealerOf({ current: () => key, all: () => [former, key] })
  const [now] = both.derive('hash', 'test')
  expect(now).toBe(sealer.derive('hash', 'test')[0])
  expect(both.derive('hash', 'test')).toEqual([now, before])
  expect(
    new Set([now, before, sealer.derive('hash', 'other')[0], sealer.derive('other', 'test')[0]]).size,
  ).toBe(4)
})

describe('a sealed text', () => {
  const text = 'fifteen letters'
  const sealed = sealer.seal(text, 'test')

  it('is opened for its purpose only', () => {
    expect(sealer.open(sealed, 'test')).toBe(text)
    expect(() => sealer.open(sealed, 'other')).toThrow(UnreadableSecret)
  })

  it('is opened in one spelling only: others would pass for further codes', () => {
    const spellings = [
      ...[...ALPHABET].map((last) => sealed.slice(0, -1) + last),
      `${sealed}=`,
      `${sealed}.`,
      `${sealed}.more`,
      `${sealed} `,
      `${sealed}\n`,
      sealed.replace('.', '..'),
      sealed.replaceAll('-', '+').replaceAll('_', '/').concat('='),
    ].filter((one) => one !== sealed)
    const opened = spellings.filter((one) => {
      try {
        return sealer.open(one, 'test') === text
      } catch (error) {
        if (error instanceof UnreadableSecret) return false
        throw error
      }
    })
    expect(opened).toEqual([])
  })

  it.each(['', '.', 'v1', 'v1.x.y.z', 'v0'])('that is none is refused: %j', (none) => {
    expect(() => sealer.open(none, 'test')).toThrow(UnreadableSecret)
  })
})
