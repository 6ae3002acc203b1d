import type { SdkContext } from '../../../../../src-shared/insight/schemas/playground.ts'

type Flat = Record<string, unknown>

/** Fields in which a comma is part of the value. */
const WHOLE = ['currentTime']

/**
 * Expands a context with values separated by commas: one context for each combination
 * (docs/contract/insight.md#playground). `userId: "1,7"` and `country: "NO,SE"` give four.
 */
export function combinationsOf({ properties, ...root }: SdkContext): Flat[] {
  const own = expand(root)
  if (!properties) return own
  const inner = expand(properties)
  return own.flatMap((context) => inner.map((one) => ({ ...context, properties: one })))
}

/** Counts the combinations without creating them. */
export function countCombinations({ properties, ...root }: SdkContext): number {
  const choices = [...Object.entries(root), ...Object.entries(properties ?? {})]
  return choices.reduce((count, [name, value]) => count * valuesOf(name, value).length, 1)
}

function expand(fields: Flat): Flat[] {
  return Object.entries(fields).reduce<Flat[]>(
    (contexts, [name, value]) =>
      valuesOf(name, value).flatMap((one) => contexts.map((context) => ({ ...context, [name]: one }))),
    [{}],
  )
}

function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'string' || WHOLE.includes(name)) return [value]
  const values = value.split(',').map((part) => part.trim())
  return [...new Set(values)]
}
