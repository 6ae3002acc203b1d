import { badData } from '#kernel/app-error.ts'
import type { SignalCursor } from './signals.read-model.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

/** Reads the requested page. Invalid values count as missing (docs/contract/signals.md#endpoints). */
export function toPage({
  offset = 0,
  limit = DEFAULT_LIMIT,
}: {
  offset?: number | undefined
  limit?: number | undefined
}) {
  return {
    offset: Number.isSafeInteger(offset) ? Math.max(0, offset) : 0,
    limit: limit >= 1 && limit <= MAX_LIMIT ? limit : DEFAULT_LIMIT,
  }
}

/** `IS:2026-11-21` -> `2026-11-21`; the contract's pattern has checked the form. Throws 400 for a day there is not. */
export function dayOf(field: 'from' | 'to', text: string | undefined): string | undefined {
  const day = text?.slice('IS:'.length)
  if (day !== undefined && Number.isNaN(Date.parse(`${day}T00:00:00.000Z`)))
    throw badData(`There is no day ${day}`, `/query/${field}`)
  return day
}

/** Parses the cursor from the last response. The contract's pattern has already checked its form. */
export function toCursor(text: string | undefined): SignalCursor | undefined {
  if (text === undefined) return undefined
  const [createdAt = '', id] = text.split('_')
  return { createdAt, id: Number(id) }
}

export const toText = (cursor: SignalCursor | null) => cursor && `${cursor.createdAt}_${cursor.id}`
