import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { hidesNothing, type HiddenProjects } from '#shared/access/rules/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { isLike } from '#store/engines/portable.ts'
import { idWindows, newestWindows, type IdRange } from '#store/id-windows.ts'
import { inList, notInList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { MAX_PAGE_CHARACTERS, readWithin } from '#store/rows-within.ts'
import type { Schema } from '#store/schema.ts'
import { lengthOfRow, toEvent } from './stored-event.ts'

/** Conditions on events; absent members match every event. */
export interface EventFilter {
  id?: number
  groupId?: string
  features?: string[]
  projects?: string[]
  environments?: string[]
  types?: string[]
  exceptTypes?: readonly string[]
  createdByUserIds?: number[]
  /** Text that the type, author, flag or data must contain. */
  text?: string
  /** Instants: from inclusive, to exclusive. */
  from?: string
  to?: string
}

export interface EventPage {
  offset: number
  limit: number
  /** Newest first unless it is `asc`. */
  order?: 'asc' | 'desc' | undefined
}

const MIDNIGHT = 'T00:00:00.000Z'

type Filtered = SelectQueryBuilder<Schema, 'events', object>

/** The log as a caller may read it. */
export interface VisibleLog {
  readonly visible: Queries
  /** Projects whose events it leaves out. */
  readonly hidden: HiddenProjects
}

/**
 * Reads a page of events, `limit` from `offset` or as many as fit into a page, and their total. The log is read in windows of
 * ids, so that a search of a million events blocks no other request.
 */
export async function searchEventLog(
  { visible, hidden }: VisibleLog,
  filter: EventFilter,
  page: EventPage,
): Promise<{ events: Event[]; total: number }> {
  const counted = hidesNothing(hidden) ? await countByDay(visible, filter) : undefined
  const events: Event[] = []
  let total = 0
  let left = MAX_PAGE_CHARACTERS
  let isFull = false
  const order = page.order ?? 'desc'
  for await (const window of idWindows(await readEventRange(visible, filter), order)) {
    if (counted !== undefined && (isFull || events.length >= page.limit)) break
    const found = applyFilter(visible.selectFrom('events'), filter, window)
    const inWindow = await count(found)
    const skipped = Math.max(0, page.offset - total)
    const wanted = page.limit - events.length
    if (!isFull && wanted > 0 && inWindow > skipped) {
      const rows = await readRows(found, { offset: skipped, limit: wanted, order }, left)
      events.push(...rows.events)
      left -= rows.characters
      ;({ isFull } = rows)
    }
    total += inWindow
  }
  return { events, total: counted ?? total }
}

/**
 * Counts the events of whole days from the daily counts. Returns undefined if a filter needs more than days.
 */
async function countByDay(
  queries: Queries,
  { from, to, exceptTypes = [], ...rest }: EventFilter,
): Promise<number | undefined> {
  const isMidnight = (instant = MIDNIGHT) => instant.endsWith(MIDNIGHT)
  if (Object.keys(rest).length > 0 || !isMidnight(from) || !isMidnight(to)) return undefined
  const { total } = await queries
    .selectFrom('event_days')
    .select((eb) => eb.fn.sum<number | null>('events').as('total'))
    .$if(from !== undefined, (q) => q.where('day', '>=', dayOf(from)))
    .$if(to !== undefined, (q) => q.where('day', '<', dayOf(to)))
    .executeTakeFirstOrThrow()
  return (
    Number(total ?? 0) -
    (exceptTypes.length === 0 ? 0 : await countOfTypes(queries, exceptTypes, { from, to }))
  )
}

/** Counts events by the index of types. */
async function countOfTypes(
  queries: Queries,
  types: readonly string[],
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<number> {
  const found = queries.selectFrom('events').where((eb) => inList(eb.ref('type'), types))
  return count(
    found
      .$if(from !== undefined, (q) => q.where('created_at', '>=', from ?? ''))
      .$if(to !== undefined, (q) => q.where('created_at', '<', to ?? '')),
  )
}

/** Reads the newest events without their total, as many as fit into a page. Stops after the last one needed. */
export async function readNewestEvents(
  queries: Queries,
  filter: EventFilter,
  limit: number,
): Promise<Event[]> {
  const events: Event[] = []
  let left = MAX_PAGE_CHARACTERS
  for await (const window of newestWindows(await readEventRange(queries, filter))) {
    const found = applyFilter(queries.selectFrom('events'), filter, window)
    const rows = await readRows(found, { offset: 0, limit: limit - events.length }, left)
    events.push(...rows.events)
    left -= rows.characters
    if (rows.isFull || events.length >= limit) break
  }
  return events
}

async function count(found: Filtered): Promise<number> {
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

async function readRows(found: Filtered, { offset, limit, order = 'desc' }: EventPage, characters: number) {
  const { rows, ...read } = await readWithin(
    (part) => found.selectAll().orderBy('id', order).limit(part.limit).offset(part.offset).execute(),
    { offset, limit, characters, lengthOf: lengthOfRow },
  )
  return { ...read, events: rows.map(toEvent) }
}

/**
 * Finds the range of ids for the days of a filter. If the clock was changed, the range may contain further
 * events.
 */
export async function readEventRange(queries: Queries, { id, from, to }: EventFilter = {}): Promise<IdRange> {
  if (id !== undefined) return { first: id, last: id }
  const { first, last } = await queries
    .selectFrom('event_days')
    .select((eb) => [
      eb.fn.min<number | null>('first_id').as('first'),
      eb.fn.max<number | null>('last_id').as('last'),
    ])
    .$if(from !== undefined, (q) => q.where('day', '>=', dayOf(from)))
    .$if(to !== undefined, (q) => q.where('day', '<=', dayOf(to)))
    .executeTakeFirstOrThrow()
  return { first: first ?? 0, last: last ?? -1 }
}

const dayOf = (instant = '') => instant.slice(0, 10)

function applyFilter(query: Filtered, filter: EventFilter, window: IdRange): Filtered {
  const { groupId, features, projects, environments, types, exceptTypes, createdByUserIds } = filter
  const { text, from, to } = filter
  return query
    .where('id', '>=', window.first)
    .where('id', '<=', window.last)
    .$if(groupId !== undefined, (q) => q.where('group_id', '=', groupId ?? ''))
    .$if(features !== undefined, (q) => q.where((eb) => inList(eb.ref('feature_name'), features ?? [])))
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), projects ?? [])))
    .$if(environments !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('environment'), environments ?? [])),
    )
    .$if(types !== undefined, (q) => q.where((eb) => inList(eb.ref('type'), types ?? [])))
    .$if(exceptTypes !== undefined, (q) => q.where((eb) => notInList(eb.ref('type'), exceptTypes ?? [])))
    .$if(createdByUserIds !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('created_by_user_id'), createdByUserIds ?? [])),
    )
    .$if(from !== undefined, (q) => q.where('created_at', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('created_at', '<', to ?? ''))
    .$if(text !== undefined, (q) => q.where((eb) => containsText(eb, text ?? '')))
}

/** SQLite's LIKE ignores the case of ASCII letters by default. */
function containsText(eb: ExpressionBuilder<Schema, 'events'>, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  const columns = ['type', 'created_by', 'feature_name', 'data', 'pre_data'] as const
  return eb.or(columns.map((column) => isLike(sql.ref(column), pattern)))
}
