import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Combinations } from './combinations.ts'

describe('the contexts of a context with several values', () => {
  it('are one for each combination, properties first, the first field fastest', async () => {
    const combinations = new Combinations({
      appName: 'web',
      userId: '1, 7,1',
      currentTime: '2026-01-01T00:00:00,000Z',
      properties: { country: 'NO,SE' },
    })
    const time = '2026-01-01T00:00:00,000Z'
    expect(await combinations.all()).toEqual([
      { appName: 'web', userId: '1', currentTime: time, properties: { country: 'NO' } },
      { appName: 'web', userId: '1', currentTime: time, properties: { country: 'SE' } },
      { appName: 'web', userId: '7', currentTime: time, properties: { country: 'NO' } },
      { appName: 'web', userId: '7', currentTime: time, properties: { country: 'SE' } },
    ])
  })

  it('have no properties where none were sent, and a name such as __proto__ is one like any other', async () => {
    const properties = JSON.parse('{"__proto__": "a,b"}') as Record<string, string>
    expect(await new Combinations({ appName: 'web' }).all()).toEqual([{ appName: 'web' }])
    const [first, second] = await new Combinations({ appName: 'web', properties }).all()
    expect(JSON.stringify([first, second])).toBe(
      '[{"appName":"web","properties":{"__proto__":"a"}},{"appName":"web","properties":{"__proto__":"b"}}]',
    )
  })

  it('are as many, and about as long, as is said before they are made', async () => {
    const value = fc
      .array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 3 })
      .map((all) => all.join())
    const fields = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), value, { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(fields, fc.option(fields, { nil: undefined }), async (root, properties) => {
        const combinations = new Combinations({
          ...root,
          appName: 'a,b',
          ...(properties ? { properties } : {}),
        })
        const all = await combinations.all()
        expect(all).toHaveLength(combinations.count)
        expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(combinations.count)
        // escapes, brackets and the name of the properties are not counted
        const length = all.reduce((sum, one) => sum + JSON.stringify(one).length, 0)
        expect(combinations.characters).toBeGreaterThan(0.3 * length - 40 * all.length)
        expect(combinations.characters).toBeLessThan(1.2 * length + 10 * all.length)
      }),
    )
  })

  it('take memory and time linear in fields and combinations', async () => {
    const properties = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`k${index}`, 'v']))
    const combinations = new Combinations({ appName: 'x', properties: { ...properties, many: 'a,b,c,d,e' } })
    expect([combinations.fields, combinations.count]).toEqual([1001, 5])
    expect(
      (await combinations.all()).map(({ properties: own }) => Object.keys(own as object).length),
    ).toEqual(Array(5).fill(1000))
  })
})
