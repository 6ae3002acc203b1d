import type { z } from 'zod'

import { successStatuses, type Operation } from '../../../src-shared/contract/index.ts'
import { AppError } from '../../kernel/app-error.ts'

/** Repairs of one answer: lists repeat a difference in each item, so one round mends them all. */
const MOST_ROUNDS = 5

/**
 * Reads an answer by the declared shape. Unknown properties stay, null counts as missing, missing lists of an item are empty.
 * Other versions leave properties out: those stay missing. Throws an AppError that names the place of any other difference.
 */
export function readAnswer(operation: Operation, status: number, text: string): unknown {
  const schema = operation.responses[status] ?? operation.responses[successStatuses(operation)[0] ?? 200]
  if (status === 204) return nothingOf(operation)
  if (!schema) return undefined
  if (text === '') throw differs(operation, 'it is empty')
  const value = parse(operation, schema, text)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { error } = schema.safeParse(value)
    if (!error) return value
    const issues = flattened(error.issues)
    if (issues.filter((issue) => mend(value, issue)).length > 0) continue
    const wrong = issues.find((issue) => !isLeftOut(value, issue))
    if (wrong) throw differs(operation, inWords(wrong))
    return value
  }
  throw differs(operation, 'it has another shape')
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

/** Mends one difference in place, if that loses nothing. */
function mend(root: unknown, { code, path, ...issue }: Issue): boolean {
  const owner = ownerOf(root, path)
  const name = path.at(-1)
  if (owner === undefined || name === undefined) return false
  if (owner[name] === null && !Array.isArray(owner)) return delete owner[name]
  if (isWholeList(owner, path) || owner[name] !== undefined || code !== 'invalid_type') return false
  if (!('expected' in issue) || issue.expected !== 'array') return false
  owner[name] = []
  return true
}

/** Checks whether a difference is no more than a property that another version does not have. */
function isLeftOut(root: unknown, { path, ...issue }: Issue): boolean {
  const owner = ownerOf(root, path)
  const name = path.at(-1)
  if (owner === undefined || name === undefined || Array.isArray(owner) || owner[name] !== undefined)
    return false
  return !isWholeList(owner, path) || !('expected' in issue) || issue.expected !== 'array'
}

/** Checks whether a list may be all that an answer consists of: it is never made up. */
const isWholeList = (owner: object, path: readonly PropertyKey[]): boolean =>
  path.length === 1 && !Object.values(owner).some((one) => Array.isArray(one))

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
