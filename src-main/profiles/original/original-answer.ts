import type { z } from 'zod'

import { successStatuses, type Operation } from '#shared/contract/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'

/**
 * Reads an answer of another service by the declared shape, as far as pages need it. Unknown values and properties stay as they
 * are, and missing ones stay missing. A null counts as missing, and so does a part that pages could not read, such as an object for a
 * number. Throws an AppError that names the place if the answer as a whole, or an item of a list, is of another kind.
 */
export function readAnswer(operation: Operation, status: number, text: string): unknown {
  const schema = operation.responses[status] ?? operation.responses[successStatuses(operation)[0] ?? 200]
  if (status === 204) return nothingOf(operation)
  if (!schema) return undefined
  if (text === '') throw differs(operation, 'it is empty')
  const value = parse(operation, schema, text)
  for (const issue of flattened(schema.safeParse(value).error?.issues ?? []))
    if (!tolerate(value, issue)) throw differs(operation, inWords(issue))
  return value
}

/** Reads an answer as it is, with pauses in a long one. Rejects with an AppError if it is no JSON. */
export async function plainAnswer(operation: Operation, text: string): Promise<unknown> {
  try {
    return await parseInSteps(text)
  } catch {
    throw differs(operation, 'it is not JSON')
  }
}

/** Reads an answer without content: where a page expects lists, they are empty. */
function nothingOf({ method, responses }: Operation): unknown {
  const schema = method === 'GET' ? responses[200] : undefined
  if (!schema) return undefined
  const nothing: Record<PropertyKey, unknown> = {}
  for (const { path, ...issue } of schema.safeParse(nothing).error?.issues ?? []) {
    const [name] = path
    if (name !== undefined && 'expected' in issue) nothing[name] = issue.expected === 'array' ? [] : 0
  }
  return schema.safeParse(nothing).data
}

function parse(operation: Operation, schema: z.ZodType, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // exports as CSV are texts
    if (schema.safeParse(text).success) return text
    throw differs(operation, 'it is not JSON')
  }
}

type Issue = z.core.$ZodIssue

/** Includes the issues of the nearest branch of a union. */
function flattened(issues: readonly Issue[], at: readonly PropertyKey[] = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    if (issue.code !== 'invalid_union') return [{ ...issue, path }]
    const nearest = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0]
    return nearest ? flattened(nearest, path) : []
  })
}

const depthOf = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length))

/** Makes a difference harmless, in place. False: the answer makes no sense with it. */
function tolerate(root: unknown, { code, path, ...issue }: Issue): boolean {
  // unknown values, further properties, other formats: shown as they are
  if (code !== 'invalid_type') return true
  const owner = ownerOf(root, path)
  const name = path.at(-1)
  if (owner === undefined || name === undefined) return false
  const expected = 'expected' in issue ? issue.expected : ''
  const converted = toExpected(owner[name], expected)
  if (converted !== undefined) owner[name] = converted
  else if (Array.isArray(owner) || (expected === 'array' && isWhole(owner, path))) return false
  else delete owner[name]
  return true
}

/** Converts a value without loss to the kind that pages expect; undefined: it cannot be. */
function toExpected(value: unknown, expected: string): string | number | undefined {
  const isNumber = typeof value === 'number'
  if (expected === 'string' && (isNumber || typeof value === 'boolean')) return String(value)
  if (expected !== 'number' && expected !== 'int') return undefined
  if (isNumber) return value
  const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
  return isNumeric ? Number(value) : undefined
}

/** Checks whether a list is all that an answer consists of, beside its version and counts: then nothing stands for it. */
const isWhole = (owner: object, path: readonly PropertyKey[]): boolean =>
  path.length === 1 &&
  Object.entries(owner).every(([name, value]) => name === path[0] || typeof value === 'number')

function ownerOf(root: unknown, path: readonly PropertyKey[]): Record<PropertyKey, unknown> | undefined {
  let owner = root
  for (const key of path.slice(0, -1)) {
    if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return undefined
    owner = (owner as Record<PropertyKey, unknown>)[key]
  }
  return typeof owner === 'object' && owner !== null ? (owner as Record<PropertyKey, unknown>) : undefined
}

const inWords = ({ path, message }: Issue) => `${path.map(String).join('/') || 'the whole'}: ${message}`

const differs = ({ operationId }: Operation, how: string) =>
  new AppError(
    'StoreUnavailableError',
    `The service answers ${operationId} in a form that this app cannot read (${how}). Its version may differ too much.`,
  )
