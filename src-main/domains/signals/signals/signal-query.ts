import { badData } from '#kernel/app-error.ts'
import type { SignalCursor } from './signals.read-model.ts'
import type { NamedValue } from './value-digest.ts'

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

/** Parses the cursor from the last response. The contract's pattern has already checked its form. Throws 400 for one of a search by value. */
export function toCursor(text: string | undefined): SignalCursor | undefined {
  if (text === undefined) return undefined
  const [createdAt = '', id] = text.split('_')
  if (id === undefined) throw badData('This is where a search by path and value goes on', '/query/after')
  return { createdAt, id: Number(id) }
}

/** Parses the id from the last response of a search by value. Throws 400 for the cursor of another search. */
export function toIdCursor(text: string | undefined): number | undefined {
  if (text?.includes('_'))
    throw badData('This is where a search without path and value goes on', '/query/after')
  return text === undefined ? undefined : Number(text)
}

/** Reads which value is looked for. Throws 400 for a path without a value, or the other way, and for one beside a text. */
export function toNamedValue({
  path,
  value,
  text,
}: Readonly<Record<'path' | 'value' | 'text', string | undefined>>): NamedValue | undefined {
  if (path === undefined && value === undefined) return undefined
  if (path === undefined) throw badData('A value is looked for at a path', '/query/path')
  if (value === undefined) throw badData('A path is looked at for a value', '/query/value')
  if (text !== undefined && text !== '')
    throw badData('Look for a text, or for a value at a path', '/query/text')
  return { path, value }
}

export const toText = (cursor: SignalCursor | null) => cursor && `${cursor.createdAt}_${cursor.id}`
