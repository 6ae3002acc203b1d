import { ownValue } from '../../own-value.ts'
/** Value at the end of a path. A filter compares with text, a number or a boolean. */
export type PayloadValue = string | number | boolean

/**
 * Paths into a payload are those of the original: objects as `a.b`, arrays as `a[0]` and `a[0].b`
 * (docs/contract/signals.md#action-shapes). A
 * payload that is itself a text, a number or a truth has this path.
 */
export const ROOT_PATH = '$'

export interface PathLimits {
  /** Maximum number of paths to return. */
  paths: number
  /** Longer paths are left out, and what lies below them. */
  pathLength: number
  /** Maximum depth. Deeper values are left out. */
  depth: number
}

const LIMITS: PathLimits = { paths: 500, pathLength: 200, depth: 32 }

/** Visits all values of a payload with the paths that `valueAt` knows them by, as long as `visit` returns true. */
export function visitValues(payload: unknown, visit: (path: string, value: PayloadValue) => boolean): void {
  const walk = (value: unknown, path: string, before: string): boolean => {
    if (isPayloadValue(value)) return visit(path, value)
    if (Array.isArray(value)) return value.every((item, index) => walk(item, `${path}[${index}]`, '.'))
    if (typeof value !== 'object' || value === null) return true
    return Object.entries(value).every(([key, item]) => walk(item, `${path}${before}${key}`, '.'))
  }
  if (isPayloadValue(payload)) visit(ROOT_PATH, payload)
  else walk(payload, '', '')
}

/** All values of a payload by their paths, in the order of the payload. Null, and what holds nothing, has no path. */
export function flattenPayload(
  payload: unknown,
  limits: Partial<PathLimits> = {},
): Map<string, PayloadValue> {
  const { paths, pathLength, depth } = { ...LIMITS, ...limits }
  const values = new Map<string, PayloadValue>()
  const visit = (value: unknown, path: string, level: number) => {
    if (values.size >= paths || path.length > pathLength || level > depth) return
    if (isPayloadValue(value)) values.set(path === '' ? ROOT_PATH : path, value)
    else if (Array.isArray(value)) value.forEach((item, index) => visit(item, `${path}[${index}]`, level + 1))
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value))
        visit(item, path === '' ? key : `${path}.${key}`, level + 1)
  }
  visit(payload, '', 0)
  return values
}

/**
 * Finds the value of a payload at a path. Returns undefined if there is no comparable value. Walks down along
 * the path, and does not read the rest of a large payload. A key may contain dots and brackets, so all
 * readings of the path are tried.
 */
export function valueAt(payload: unknown, path: string): PayloadValue | undefined {
  if (isPayloadValue(payload)) return path === ROOT_PATH ? payload : undefined
  return below(payload, path, true)
}

function below(value: unknown, rest: string, isRoot: boolean): PayloadValue | undefined {
  if (rest === '') return isPayloadValue(value) ? value : undefined
  if (Array.isArray(value)) {
    const index = /^\[(\d+)\]/.exec(rest)
    return index ? below(value[Number(index[1])], rest.slice(index[0].length), false) : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const named = isRoot ? rest : rest.startsWith('.') ? rest.slice(1) : undefined
  if (named === undefined) return undefined
  for (const end of endsOfKey(named)) {
    const key = named.slice(0, end)
    if (!Object.hasOwn(value, key)) continue
    const found = below(ownValue(value, key), named.slice(end), false)
    if (found !== undefined) return found
  }
  return undefined
}

/** Lists the possible ends of a path's first key: before a dot or a bracket, or at the end of the path. */
function endsOfKey(path: string): number[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index)
  return [...ends, path.length]
}

function isPayloadValue(value: unknown): value is PayloadValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
