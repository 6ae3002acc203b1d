import type { z } from 'zod'

import { compositeKey } from '#shared/composite-key.ts'
import { ownValue } from '#shared/own-value.ts'

type Issue = z.core.$ZodIssue
type Container = Record<string, unknown>

/** Scalars of a body that its schema did not expect, read as it does. */
interface Reread {
  body: unknown
  /** Issues of the properties that were null and are now absent, by their path. */
  absent: ReadonlyMap<string, Issue>
}

/**
 * Reads numbers as text, `"true"` as a boolean, `"5"` as a number, and null as absent, where the schema of a body expects that: the
 * service has always done so (docs/contract/http.md#scalars). Answers undefined where none of the issues is of that kind. Only what a
 * schema rejects is looked at, and the body itself stays as it came.
 */
export function rereadScalars(body: unknown, issues: readonly Issue[]): Reread | undefined {
  const absent = new Map<string, Issue>()
  const copies = new Set<object>()
  const copyOf = (value: unknown): Container => {
    if (copies.has(value as object)) return value as Container
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Container
    copies.add(copy)
    return copy
  }
  let root: Container | undefined
  for (const issue of issues) {
    const name = issue.path.at(-1)
    if (issue.code !== 'invalid_type' || name === undefined || issue.path.includes('__proto__')) continue
    const isAbsent = issue.input === null && typeof name === 'string' && SCALARS.has(issue.expected)
    const scalar = isAbsent ? undefined : scalarAs(issue.expected, issue.input)
    if (!isAbsent && scalar === undefined) continue
    root ??= copyOf(body)
    const holder = issue.path.slice(0, -1).reduce<Container>((at, key) => {
      const next = copyOf(ownValue(at, String(key)))
      at[String(key)] = next
      return next
    }, root)
    if (isAbsent) {
      Reflect.deleteProperty(holder, name)
      absent.set(pathOf(issue), issue)
    } else holder[String(name)] = scalar
  }
  return root && { body: root, absent }
}

/** Path of an issue as a key. */
export const pathOf = ({ path }: Pick<Issue, 'path'>): string => compositeKey(...path.map(String))

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'int', 'boolean'])

/** Reads a scalar as a type; undefined where it says nothing of that type. */
function scalarAs(expected: string, value: unknown): string | number | boolean | undefined {
  switch (expected) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
    case 'boolean':
      if (value === 'true' || value === 1) return true
      return value === 'false' || value === 0 ? false : undefined
    case 'number':
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
    default:
      return undefined
  }
}

/** Number in the digits of JSON. Its exponent and length are what a number of a client has. */
const NUMBER = /^-?\d{1,20}(\.\d{1,20})?$/
