import fc from 'fast-check'
import { expect, it } from 'vitest'

import { parseInSteps } from './parse-in-steps.ts'

/** A list of more than one part, each item of which has what separates items. */
const LONG = Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'a,]}\\"[{ä', list: [n, { in: '"\\' }] }))

/** Parts of a text, as a connection brings them. */
function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
    text.slice(n * length, (n + 1) * length),
  )
}

const errorOf = (work: () => unknown) => {
  try {
    return Promise.resolve(work()).then(
      () => undefined,
      (error: unknown) => (error as Error).name,
    )
  } catch (error) {
    return (error as Error).name
  }
}

it.each<[string, unknown]>([
  [
    'a long list among others',
    { before: [1], 'the "list"\\': LONG, after: { deep: [LONG.length] }, none: null },
  ],
  ['two long lists', { first: LONG, second: LONG.map(({ text }) => text.repeat(9)) }],
  ['a list that is the whole', LONG],
  ['a long list within a list', ['text', LONG]],
  ['a list with the name of the prototype', { ['__proto__' as string]: LONG, after: LONG }],
  ['a long list further down', { deep: { deeper: LONG } }],
  ['lists of lists', { rows: LONG.map(({ n }) => Array.from({ length: 20 }, () => n)) }],
  ['a long text', { text: ',[]"'.repeat(500_000) }],
  ['a small value', { a: 1 }],
])('%s is read as JSON.parse reads it', async (_what, value) => {
  expect(await parseInSteps(JSON.stringify(value))).toEqual(value)
  const spaced = JSON.stringify(value, null, 1)
  expect(await parseInSteps(spaced)).toEqual(value)
  for (const length of [999, 65_536]) expect(await parseInSteps(partsOf(spaced, length))).toEqual(value)
})

it('any JSON beside a long list is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 500, max: 200_000 }),
      async (value, key, length) => {
        const text = JSON.stringify({ value, [`long ${key}`]: [value, ...LONG], end: [value] })
        expect(await parseInSteps(text)).toEqual(JSON.parse(text))
        expect(await parseInSteps(partsOf(text, length))).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 8 },
  )
})

it('of properties with one name the last counts', async () => {
  const long = JSON.stringify(LONG)
  for (const values of [
    [long, '[1]'],
    ['[1]', long],
    [long, 'null', long.replace('1', '2')],
    [long, long.replace('1', '2'), '{}'],
  ]) {
    const text = `{${values.map((value) => `"of one name":${value}`).join(',')}}`
    expect(await parseInSteps(partsOf(text, 65_536))).toEqual(JSON.parse(text))
  }
})

it('what JSON.parse refuses is refused', async () => {
  const text = JSON.stringify({ list: LONG, after: 1 })
  const places = [text.indexOf('{"n":9000'), text.indexOf('{"n":19999'), text.length - 1]
  const broken = places.flatMap((place) =>
    [',', ']', '}', '[', '"', ':', 'x'].map((mark) => text.slice(0, place) + mark + text.slice(place)),
  )
  for (const one of [
    ...broken,
    text.slice(0, -1),
    `${text} 1`,
    text.slice(0, text.length / 2),
    text.slice(1),
  ]) {
    const error = await errorOf(() => JSON.parse(one) as unknown)
    expect(await errorOf(() => parseInSteps(one))).toBe(error)
    expect(await errorOf(() => parseInSteps(partsOf(one, 65_537)))).toBe(error)
  }
})

it('any JSON is read as JSON.parse reads it, where a few characters are a part already', async () => {
  const few = fc.integer({ min: 1, max: 6 })
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), few, few, fc.boolean(), async (value, length, part, isSpaced) => {
      const all = { value, 'a "\\': [value, '\\"', value], list: [[value], { value }], after: [value] }
      const text = JSON.stringify(all, null, isSpaced ? 1 : 0)
      expect(await parseInSteps(partsOf(text, length), part)).toEqual(JSON.parse(text))
      expect(await parseInSteps(text, part)).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

it('an end that is shorter than a part belongs to the list that was parsed up to it', async () => {
  expect(await parseInSteps(['{"a":[111,222,', '3]}'], 3)).toEqual({ a: [111, 222, 3] })
})

it('any text is refused where JSON.parse refuses it, where a few characters are a part already', async () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"a":',
    '1',
    ' ',
    '\\',
    '{"a":[1,2',
    ']}',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 14 }), async (all) => {
      const text = all.join('')
      const error = await errorOf(() => JSON.parse(text) as unknown)
      expect(await errorOf(() => parseInSteps(partsOf(text, 2), 3))).toBe(error)
    }),
    { numRuns: 5000 },
  )
})

it('other work gets its turn meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await parseInSteps(JSON.stringify({ list: Array.from({ length: 10 }, () => LONG).flat() }))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
