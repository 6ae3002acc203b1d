import type { Operation } from '#shared/contract/index.ts'
import { ADDRESS_BOUNDS, REQUEST_BOUNDS, type RequestBounds } from '#shared/contract-engine/request-bounds.ts'
import { detail } from '#shared/errors/error-table.ts'
import { VALIDATION_MESSAGE } from '#shared/errors/validation.ts'
import { AppError } from './app-error.ts'

/** A value on the way down, and its parent: the path is made only for an error. */
interface ValueNode {
  value: unknown
  key: string | number
  parent: ValueNode | undefined
  level: number
}

type Bounded = 'params' | 'query' | 'body'

const boundsOf = (part: Bounded, operation: Pick<Operation, 'bounds'>): RequestBounds =>
  part === 'body' ? { ...REQUEST_BOUNDS, ...operation.bounds } : ADDRESS_BOUNDS

/**
 * Checks the size and the shape of a part of a request in linear time, without recursion. Throws a 400 that names the
 * place. What follows (schemas, error messages, comparisons) may then walk through it as it likes.
 */
export function requireBounded(
  part: Bounded,
  value: unknown,
  operation: Pick<Operation, 'bounds'> & Partial<Pick<Operation, 'query'>> = {},
): void {
  const bounds = boundsOf(part, operation)
  const open: ValueNode[] = [{ value, key: part, parent: undefined, level: 0 }]
  let values = 0
  for (let place = open.pop(); place; place = open.pop()) {
    if (++values > bounds.values)
      throw tooBig(`/${part}`, `The ${part} must NOT have more than ${bounds.values} values in all.`)
    if (place.level > bounds.levels)
      throw tooBig(`/${part}`, `The ${part} must not be nested more than ${bounds.levels} levels deep.`)
    const isRead = part !== 'query' || isDeclared(place, operation.query)
    const problem = problemOf(place, bounds, isRead)
    if (problem !== undefined) throw tooBig(pathOf(place), problem)
    for (const [key, child] of childrenOf(place.value))
      open.push({ value: child, key, parent: place, level: place.level + 1 })
  }
}

/** A parameter that the operation does not know is never stored. */
function isDeclared(place: ValueNode, query: Operation['query'] | undefined): boolean {
  let at = place
  while (at.level > 1 && at.parent) at = at.parent
  return query === undefined || (at.level === 1 && Object.hasOwn(query.shape, at.key))
}

function problemOf(
  place: ValueNode,
  { items, keys, text }: RequestBounds,
  isRead: boolean,
): string | undefined {
  const { value } = place
  if (typeof value === 'string') {
    if (value.length > text) return excess(place, text, 'characters', value.length)
    return isRead && value.includes(NUL) ? hasNul(place) : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  const names = isList ? [] : Object.keys(value)
  const count = isList ? value.length : names.length
  if (count > (isList ? items : keys))
    return isList ? excess(place, items, 'items', count) : excess(place, keys, 'properties', count)
  return isRead && names.some((name) => name.includes(NUL)) ? hasNul(place) : undefined
}

/** No text of PostgreSQL can have it (ADR 36). */
export const NUL = '\u0000'

const hasNul = (place: ValueNode) =>
  `The \`${pathOf(place)}\` property must NOT contain the character U+0000, which cannot be stored. Leave it out.`

const excess = (place: ValueNode, limit: number, unit: string, count: number) =>
  `The \`${pathOf(place)}\` property must NOT have more than ${limit} ${unit}. You sent ${count}.`

const childrenOf = (value: unknown): [string | number, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Number of steps of a deep path to show. More would not help to find the place. */
const SHOWN_STEPS = 12

function pathOf(place: ValueNode): string {
  const steps: (string | number)[] = []
  for (let at: ValueNode | undefined = place; at; at = at.parent) steps.unshift(at.key)
  const shown = steps.slice(0, SHOWN_STEPS).map((step) => String(step).slice(0, 100))
  return `/${shown.join('/')}${steps.length > SHOWN_STEPS ? '/…' : ''}`
}

const tooBig = (path: string, message: string) =>
  new AppError('ValidationError', VALIDATION_MESSAGE, { details: [detail(message, path)] })
