import { ownValue } from '../../own-value.ts'
import { valueAt } from './payload-paths.ts'

/** Places where a sender says when a signal was sent, or which number it has: nowhere, or a header or a path into the payload. */
export const ORDER_PLACES = ['none', 'header', 'path'] as const

export interface OrderPlace {
  in: (typeof ORDER_PLACES)[number]
  /** Name of the header, or the path; null: the place has none. */
  name: string | null
}

export const NO_ORDER: OrderPlace = { in: 'none', name: null }

/** Times ahead of ours by more are no times: the next signals of the sender would all be late. */
const MAX_AHEAD_MS = 5 * 60 * 1000
/** Header of Standard Webhooks, in seconds. */
const SIGNED_TIME = 'webhook-timestamp'
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * Reads the time or the number of a signal as a number that rises: milliseconds of a time, or the number itself. Returns undefined if the
 * sender gives none that can be read exactly.
 */
export function orderOf(
  { in: kind, name }: OrderPlace,
  { headers, payload }: { headers: Readonly<Record<string, unknown>>; payload: unknown },
  now: Date,
): number | undefined {
  if (kind === 'none' || name === null) return undefined
  const isSeconds = kind === 'header' && name.toLowerCase() === SIGNED_TIME
  const value = kind === 'header' ? ownValue(headers, name.toLowerCase()) : valueAt(payload, name)
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined
  if (typeof value !== 'string') return undefined
  if (NUMBER.test(value)) return Number(value) * (isSeconds ? 1000 : 1)
  const ms = TIME.test(value) ? Date.parse(value) : NaN
  return ms <= now.getTime() + MAX_AHEAD_MS ? ms : undefined
}
