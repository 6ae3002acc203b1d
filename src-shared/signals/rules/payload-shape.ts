import { flattenPayload, type PayloadValue } from './payload-paths.ts'

/** Values at a path in samples of signals. */
export interface PathSample {
  path: string
  types: ('text' | 'number' | 'boolean')[]
  /** Some of the values met there, the most frequent first. */
  values: string[]
  /** Number of samples with a value at the path. */
  count: number
}

const MAX_VALUES = 10
const MAX_VALUE_LENGTH = 100

/** The shape of payloads as samples teach it: what a filter can be about. The most common paths come first. */
export function learnShape(payloads: readonly unknown[]): PathSample[] {
  const met = new Map<string, PayloadValue[]>()
  for (const payload of payloads)
    for (const [path, value] of flattenPayload(payload)) {
      const values = met.get(path)
      if (values) values.push(value)
      else met.set(path, [value])
    }
  return [...met]
    .map(([path, values]) => ({
      path,
      types: [...new Set(values.map(typeOf))],
      values: mostFrequent(values.map(String).filter((value) => value.length <= MAX_VALUE_LENGTH)),
      count: values.length,
    }))
    .sort((a, b) => b.count - a.count)
}

function typeOf(value: PayloadValue): PathSample['types'][number] {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_VALUES)
    .map(([value]) => value)
}
