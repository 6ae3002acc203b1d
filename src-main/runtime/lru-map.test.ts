import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LruMap } from './lru-map.ts'

describe('a bounded map', () => {
  it('never holds more than its bound, and always the newest half', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 200 }),
        (half, keys) => {
          const map = new LruMap<number, string>(2 * half)
          for (const key of keys) {
            map.set(key, String(key))
            expect(map.size).toBeLessThanOrEqual(2 * half)
          }
          const newest = new Set<number>()
          for (const key of keys.toReversed()) if (newest.size < half) newest.add(key)
          // reading moves entries, so read newest first
          for (const key of newest) expect(map.get(key)).toBe(String(key))
        },
      ),
    )
  })

  it('keeps entries that are used', () => {
    const map = new LruMap<number, string>(10)
    map.set(-1, 'used')
    for (let key = 0; key < 1000; key++) {
      map.set(key, '')
      expect(map.get(-1)).toBe('used')
    }
  })
})
