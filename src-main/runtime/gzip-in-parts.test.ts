import { constants, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { GzipInParts } from './gzip-in-parts.ts'

const FLAGS = 3000

/** An answer with flags, of which some are changed. */
function answerOf(changed: ReadonlyMap<number, string> = new Map(), count = FLAGS): Buffer {
  const features = Array.from({ length: count }, (_, n) => ({
    name: `flag-${n}`,
    enabled: n % 3 === 0,
    strategies: [
      { name: 'flexibleRollout', parameters: { rollout: changed.get(n) ?? '50', groupId: `flag-${n}` } },
      { name: 'userWithId', parameters: { userIds: String(n * 7919) } },
    ],
  }))
  return Buffer.from(JSON.stringify({ version: 2, features, meta: { revision: changed.size } }))
}

/** Compresses as the service does, and counts the parts. */
function counting() {
  const deflate = vi.fn((part: Buffer) =>
    Promise.resolve(deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH })),
  )
  return { deflate, gzip: new GzipInParts(deflate) }
}

/** Waits until the form is there that no request waited for. */
const packed = async (gzip: GzipInParts, bytes: Buffer) => {
  await gzip.pack(bytes)
  return vi.waitFor(async () => {
    const made = await gzip.pack(bytes)
    if (!made) throw new Error('not yet')
    return made
  })
}

describe('gzip in parts', () => {
  it('compresses few parts anew when a flag changes, comes or goes', async () => {
    const { gzip, deflate } = counting()
    await packed(gzip, answerOf())
    const all = deflate.mock.calls.length
    expect(all).toBeGreaterThan(4)
    const changes = [
      answerOf(new Map([[17, '51']])),
      answerOf(new Map([[1500, 'a much longer value than there was before']])),
      answerOf(new Map(), FLAGS + 1),
      answerOf(new Map([[2999, '7']])),
    ]
    for (const bytes of changes) {
      deflate.mockClear()
      // at once: no request gets the plain form for it
      const made = await gzip.pack(bytes)
      expect(made && gunzipSync(made).equals(bytes)).toBe(true)
      expect(deflate.mock.calls.length).toBeLessThanOrEqual(4)
    }
  })

  it('lets no request wait for much that is new, and has it soon after', async () => {
    const { gzip } = counting()
    const bytes = answerOf(new Map(), 8000)
    expect(await gzip.pack(bytes)).toBeUndefined()
    expect(gunzipSync(await packed(gzip, bytes)).equals(bytes)).toBe(true)
  })

  it('stays plain if compressing fails, and works again', async () => {
    const { gzip, deflate } = counting()
    deflate.mockRejectedValueOnce(new Error('no memory'))
    const bytes = answerOf(new Map(), 10)
    expect(await gzip.pack(bytes)).toBeUndefined()
    const again = Buffer.from(bytes)
    expect(gunzipSync((await gzip.pack(again)) ?? Buffer.alloc(0)).equals(again)).toBe(true)
  })

  it('is one member that holds exactly the bytes, whatever they are', async () => {
    const gzip = new GzipInParts()
    const piece = fc.oneof(fc.constant('},{'), fc.string(), fc.string({ minLength: 2000, maxLength: 9000 }))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const bytes = Buffer.from(pieces.join('},{'))
        const made = await packed(gzip, bytes)
        expect(gunzipSync(made).equals(bytes)).toBe(true)
        // between head and checksum, one stream that ends there: some clients end at the first member
        expect(inflateRawSync(made.subarray(10, -8)).equals(bytes)).toBe(true)
      }),
    )
  })
})
