import { isRecord } from '#shared/own-value.ts'

/** Levels of lists and maps that are shown. A value that goes deeper ends there. */
const MAX_LEVELS = 5

/** Converts a value of OpenTelemetry, whose type is its key, to a plain one. Undefined: it has none that can be shown. */
export function plainValue(value: unknown, level = 0): unknown {
  if (!isRecord(value) || level > MAX_LEVELS) return undefined
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value
  if (typeof stringValue === 'string') return stringValue
  if (typeof boolValue === 'boolean') return boolValue
  // whole numbers of 64 bits are texts, and may be larger than a number can be
  if (typeof intValue === 'string')
    return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue
  const number = intValue ?? doubleValue
  if (typeof number === 'number' || typeof number === 'string') return number
  if (isRecord(arrayValue)) return valuesOf(arrayValue).map((one) => plainValue(one, level + 1) ?? null)
  if (!isRecord(kvlistValue)) return undefined
  const entries = valuesOf(kvlistValue).flatMap((entry) =>
    isRecord(entry) && typeof entry['key'] === 'string'
      ? [[entry['key'], plainValue(entry['value'], level + 1) ?? null] as const]
      : [],
  )
  return Object.fromEntries(entries)
}

const valuesOf = ({ values }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(values) ? values : []
