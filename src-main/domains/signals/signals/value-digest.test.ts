import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { valueAt } from '#shared/signals/rules/index.ts'
import { seededRandom } from '#support/runner/random.ts'
import { MAX_PATH, MAX_VALUE, mayHold, ValueCollector } from './value-digest.ts'

const digestOf = (payloads: readonly unknown[]) => {
  const values = new ValueCollector()
  for (const payload of payloads) values.add(payload)
  return values.digest()
}

describe('the digest of values', () => {
  it('holds every value that a path finds, whatever the payloads', () => {
    const paths = fc.stringMatching(/^[ab.[\]01]{1,8}$/)
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(payloads()), paths, (some, odd, path) => {
        const digest = digestOf([...some, ...odd])
        for (const payload of [...some, ...odd]) {
          const value = valueAt(payload, path)
          if (value === undefined || /\[0\d/.test(path) || String(value).length > MAX_VALUE) continue
          expect(digest && mayHold({ path, value: String(value) })(digest)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('takes fewer than two of a hundred values for there that are not', () => {
    const random = seededRandom(36)
    const payload = () => ({ id: Math.floor(random() * 1e9), service: `s${Math.floor(random() * 5)}` })
    const digest = digestOf(Array.from({ length: 1000 }, payload))
    if (!digest) throw new Error('there is room for these')
    const asked = Array.from({ length: 10_000 }, (_, n) =>
      mayHold({ path: 'id', value: `other ${n}` })(digest),
    )
    expect(asked.filter(Boolean).length).toBeLessThan(200)
    expect(mayHold({ path: 'service', value: 's3' })(digest)).toBe(true)
    // the value alone is not enough
    expect(mayHold({ path: 'server', value: 's3' })(digest)).toBe(false)
    expect(digest.length).toBeLessThan(1300)
  })

  it('is none of more values than it has room for, and takes no notice of what cannot be asked for', () => {
    expect(digestOf([Array.from({ length: 32_768 }, (_, n) => n)])?.length).toBe(40_960)
    expect(digestOf([Array.from({ length: 32_769 }, (_, n) => n)])).toBeNull()
    const long = { ['p'.repeat(MAX_PATH + 1)]: 1, text: 'v'.repeat(MAX_VALUE + 1) }
    expect(digestOf([long])).toEqual(digestOf([{}]))
  })
})

/** Payloads whose keys look like parts of paths. */
function payloads() {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('x', 1, true, null, ''),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('', 'a', 'b', 'a.b', '[0]', 'a[1]', '.'), tie('value'), { maxKeys: 3 }),
    ),
  }))
  return value
}
