import { sql } from 'kysely'

import type { Event } from '#shared/audit/schemas/event.ts'
import { unindexed } from '#store/engines/portable.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { toEvent } from './stored-event.ts'

/** The revision of each environment and, under null, of what concerns all: the newest event that SDKs may notice. */
export async function readRevisions(
  queries: Queries,
): Promise<{ environment: string | null; revision: number }[]> {
  const rows = await queries
    .selectFrom('events')
    .select((eb) => ['environment', eb.fn.max('id').as('revision')])
    .where('affects_clients', '=', true)
    .groupBy('environment')
    .execute()
  return rows.map((row) => ({ environment: row.environment, revision: Number(row.revision) }))
}

/** The id of the newest event; 0: there is none. */
export async function readLastEventId(queries: Queries): Promise<number> {
  const { id } = await queries
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  // max() of no rows is null, which its type omits
  return Number(id ?? 0)
}

/** Filters events to those that the queries show. */
export async function findEventIds(queries: Queries, ids: readonly number[]): Promise<Set<number>> {
  const rows = await queries
    .selectFrom('events')
    .select('id')
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface StreamFilter {
  types: readonly string[]
  /** Undefined: of all. What is of no project, or of no environment, is of each. */
  projects?: readonly string[] | undefined
  environments?: readonly string[] | undefined
}

/** The oldest event of those after one, up to another, that a reader of the stream wants. */
export async function findNextEvent(
  queries: Queries,
  { after, upTo }: { after: number; upTo: number },
  { types, projects, environments }: StreamFilter,
): Promise<Event | undefined> {
  if (types.length === 0) return undefined
  const row = await queries
    .selectFrom('events')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', upTo)
    // "+" keeps SQLite from an index on types, for which it would sort all events to find the first
    .where(inList(unindexed(sql.ref<string>('type')), types))
    .$if(projects !== undefined, (q) =>
      q.where((eb) => eb.or([eb('project', 'is', null), inList(eb.ref('project'), projects ?? [])])),
    )
    .$if(environments !== undefined, (q) =>
      q.where((eb) =>
        eb.or([eb('environment', 'is', null), inList(eb.ref('environment'), environments ?? [])]),
      ),
    )
    .orderBy('id')
    .executeTakeFirst()
  return row && toEvent(row)
}

/** Reads a part of the events of a write, in their order. */
export async function readEventsAt(
  queries: Queries,
  writeId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Event[]> {
  const rows = await queries
    .selectFrom('events')
    .selectAll()
    .where('group_id', '=', writeId)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** Events by their ids. */
export async function readEventsOf(queries: Queries, ids: readonly number[]): Promise<Map<number, Event>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('events')
    .selectAll()
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, toEvent(row)]))
}
