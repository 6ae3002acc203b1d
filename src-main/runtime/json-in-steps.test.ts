import fc from 'fast-check'
import { expect, it } from 'vitest'

import { isLarge } from './is-large.ts'
import { largeJson } from './json-in-steps.ts'

const text = async (value: unknown) => Buffer.concat(await largeJson(value)).toString()
const MANY = Array.from({ length: 12_000 }, (_, n) => n)

it.each<[string, unknown, boolean]>([
  ['a flag', { name: 'a', strategies: [{ id: '1', constraints: [] }] }, false],
  ['null', null, false],
  ['a list of twelve thousand', MANY, true],
  ['a list of lists', MANY.slice(0, 3000).map((n) => ({ a: [n, n, n] })), true],
  ['a text of two megabytes', 'x'.repeat(2_000_000), true],
])('%s is large: %s', (_what, value, answer) => {
  expect(isLarge(value)).toBe(answer)
})

it('serialising a large value in steps gives the text of JSON.stringify', async () => {
  const odd = { a: undefined, b: [undefined, () => 1, Symbol('s')], c: () => 1, 'q"ü': new Date(0), d: {} }
  const values = [
    { first: odd, many: MANY, ['__proto__' as string]: MANY, none: undefined, empty: [], last: odd },
    MANY.map((n) => (n % 3 === 0 ? odd : n % 3 === 1 ? undefined : [null, 'ä😀', n / 7])),
    { deep: { deeper: [{ deepest: MANY.map((n) => ({ n })) }] }, after: true },
    Object.fromEntries(MANY.map((n) => [`key ${n}`, undefined])),
    'x'.repeat(2_000_000),
    // characters of two halves on and beside the borders of parts, halves that stand alone, escapes
    ...[0, 1].map((more) => `${'x'.repeat(more)}${'😀'.repeat(700_000)}`),
    { text: '"\ud83d\n'.repeat(500_000), after: '\udc00'.repeat(2 ** 20) },
    [...MANY, ...MANY].map(() => 'ü'.repeat(40)),
  ]
  for (const value of values) {
    expect(isLarge(value)).toBe(true)
    expect((await text(value)) === JSON.stringify(value)).toBe(true)
  }
})

it('serialising any JSON in steps gives the same text, also beside a large value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await text(value)).toBe(JSON.stringify(value))
      const beside = { value, many: MANY, list: [value, [...MANY, value]] }
      expect((await text(beside)) === JSON.stringify(beside)).toBe(true)
    }),
    { numRuns: 25 },
  )
})

it('issue 14: other work gets its turn while a large text is made', async () => {
  const value = {
    list: Array.from({ length: 200_000 }, (_, n) => ({ n, name: `flag-${n}`, tags: ['a', 'b'] })),
  }
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const parts = await largeJson(value)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
  expect(parts.length).toBeGreaterThan(1)
})

it('other work gets its turn while one long text is written', async () => {
  const value = { format: 'yaml', text: '  - name: "flag"\n'.repeat(3_000_000) }
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const parts = await largeJson(value)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
  expect(Buffer.concat(parts).length).toBe(Buffer.byteLength(JSON.stringify(value)))
})
