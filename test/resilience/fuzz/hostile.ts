/** Generates a number from 0 to 1. */
export type Random = () => number

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new RangeError('nothing to pick from')
  return one
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** Values at the edges of the types. */
export const EMPTY_AND_HUGE_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  2 ** 53,
  true,
  [],
  {},
  [[]],
]

/** Values meant to stop a service, to pollute it, or to make it answer 500. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...EMPTY_AND_HUGE_VALUES,
  [null],
  { length: 1e9 },
  '__proto__',
  'constructor',
  'toString',
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'x'.repeat(5000),
  '\0',
  '\ud800',
  'ä😀\u202e\u0000',
  '../../etc/passwd',
  "'; drop table features; --",
  '%00%ff',
  '2026-02-30T25:61:61Z',
  '(a+)+$',
  '(.*)*b',
  `${' '.repeat(20_000)}x`,
  `${'a'.repeat(5000)}!`,
  Array.from({ length: 3000 }, (_none, index) => `flag-${index}`),
  Array.from({ length: 60 }, (_none, index) => index).join(','),
  Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`key-${index}`, 'a,b,c'])),
]

/** Values for queries or paths, including the filters that froze the service. */
export const HOSTILE_TEXTS: readonly string[] = [
  'missing',
  '0',
  '-1',
  '9'.repeat(20),
  '..',
  '%',
  ' ',
  'ä',
  'a/b',
  '\0',
  '__proto__',
  'constructor',
  'x'.repeat(900),
  `INCLUDE:a:b${',a:b'.repeat(40)}\n`,
  `IS:${'a,'.repeat(300)}`,
  'IS_ON_OR_AFTER:9999-99-99',
  '[object Object]',
  '1e999',
]

/** Bodies sent unchanged, for any operation. */
export const HOSTILE_BODIES: readonly string[] = [
  nested(6000),
  `{"a":${nested(20_000)}}`,
  '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1}{"b":2}',
  '{"__proto__":{"polluted":true}}',
  '\ufeff{}',
  `[${'0,'.repeat(20_000)}0]`,
  '{"constraints":[{"contextName":"a","operator":"REGEX","value":"(a.{0,9}){9}N"}]}',
]

/** Replaces one or two parts of the value. */
export function corrupt(random: Random, value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 6 || random() < 0.15)
    return pick(random, HOSTILE_VALUES)
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.3) return [...(value as unknown[]), pick(random, HOSTILE_VALUES)]
    const at = Math.floor(random() * value.length)
    return value.map((one: unknown, index) => (index === at ? corrupt(random, one, depth + 1) : one))
  }
  const keys = Object.keys(value)
  const key = keys.length === 0 || random() < 0.1 ? pick(random, ['__proto__', 'x', '']) : pick(random, keys)
  return { ...value, [key]: corrupt(random, (value as Record<string, unknown>)[key], depth + 1) }
}
