import { sql } from 'kysely'

import type { EventType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { unindexed } from '#store/engines/portable.ts'
import { idWindows, newestWindows } from '#store/id-windows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { rowsInParts } from '#store/rows-within.ts'
import { readLastEventId } from '../events/events.read-model.ts'
import { lengthOfRow, toEvent, type EventRow } from '../events/stored-event.ts'

const UNDONE: EventType = 'changes-undone'

/** The data of an event that tells of an undo. */
export interface UndoData {
  name: string
  /** Events that were undone. */
  events: number[]
  /** Events that came into force again, because it was their undo that was undone. */
  again?: number[]
}

/** Events of the log that count no more: those undone, and the undoing of them. */
export class SettledEvents {
  readonly #undone = new Set<number>()
  readonly #undoGroups = new Set<string>()

  add({ events, again = [] }: UndoData, groupId: string): void {
    for (const id of events) this.#undone.add(id)
    for (const id of again) this.#undone.delete(id)
    this.#undoGroups.add(groupId)
  }

  isUndone(id: number): boolean {
    return this.#undone.has(id)
  }

  includes({ id, groupId }: Pick<Event, 'id' | 'groupId'>): boolean {
    return this.#undone.has(id) || this.#undoGroups.has(groupId)
  }
}

/** Reads what has been undone since an event. */
export async function readSettled(queries: Queries, since: number): Promise<SettledEvents> {
  const settled = new SettledEvents()
  for await (const window of idWindows({ first: since, last: await readLastEventId(queries) }, 'asc')) {
    const rows = await queries
      .selectFrom('events')
      .select(['data', 'group_id'])
      .where('type', '=', UNDONE)
      .where('id', '>=', window.first)
      .where('id', '<=', window.last)
      .orderBy('id')
      .execute()
    for (const row of rows) if (row.data !== null) settled.add(fromJson<UndoData>(row.data), row.group_id)
  }
  return settled
}

/** Finds the events of a set that are undone now, each with the event that tells of its undo. */
export async function readUndosOf(
  queries: Queries,
  ids: ReadonlySet<number>,
): Promise<Map<number, Pick<Event, 'id' | 'createdBy' | 'createdAt'>>> {
  const undos = new Map<number, Pick<Event, 'id' | 'createdBy' | 'createdAt'>>()
  if (ids.size === 0) return undos
  for await (const some of eventsAfter(queries, Math.min(...ids), { types: [UNDONE], by: 'type' }, 'asc'))
    for (const { id, createdBy, createdAt, data } of some) {
      const { events = [], again = [] } = (data ?? {}) as Partial<UndoData>
      for (const one of events) if (ids.has(one)) undos.set(one, { id, createdBy, createdAt })
      for (const one of again) undos.delete(one)
    }
  return undos
}

export async function findEvent(queries: Queries, id: number): Promise<Event | undefined> {
  const row = await queries.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toEvent(row)
}

/** The events of one write, in their order. */
export async function readWrite(queries: Queries, groupId: string): Promise<Event[]> {
  const rows = await queries
    .selectFrom('events')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('id')
    .execute()
  return rows.map(toEvent)
}

/** Conditions on events that a reader of the past needs. Each that is given narrows the result. */
export interface PastFilter {
  types: readonly string[]
  features?: readonly string[] | undefined
  /** Events of a project, whatever else they are of. */
  project?: string | undefined
  /** Events of an environment, and those of none. */
  environment?: string | undefined
  /** The newest event to read; absent: the newest of the log. */
  upTo?: number | undefined
  /** Index that finds the events. Absent: the range of ids, unless a flag is named. */
  by?: 'type' | 'id' | undefined
}

/**
 * Reads the events after an id that match, newest or oldest first, in windows of ids and in parts that are not too long: however
 * many there are, other requests are answered between two parts.
 */
export async function* eventsAfter(
  queries: Queries,
  after: number,
  { types, features, project, environment, upTo, by }: PastFilter,
  order: 'asc' | 'desc',
): AsyncGenerator<Event[]> {
  const type = sql.ref<string>('type')
  const feature = sql.ref<string>('feature_name')
  const last = upTo ?? (await readLastEventId(queries))
  for await (const window of idWindows({ first: after + 1, last }, order)) {
    const found = queries
      .selectFrom('events')
      .selectAll()
      // "+": the range of ids is more selective, unless a flag is named
      .where(inList(by === 'type' ? type : unindexed(type), types))
      .$if(features !== undefined, (q) =>
        q.where(inList(by === 'id' ? unindexed(feature) : feature, features ?? [])),
      )
      .$if(project !== undefined, (q) => q.where('project', '=', project ?? ''))
      .$if(environment !== undefined, (q) =>
        q.where((eb) => eb.or([eb('environment', 'is', null), eb('environment', '=', environment ?? '')])),
      )
      .orderBy('id', order)
    const isNewestFirst = order === 'desc'
    const parts = rowsInParts<EventRow>(
      (previous, limit) =>
        found
          .where('id', '>=', previous && !isNewestFirst ? previous.id + 1 : window.first)
          .where('id', '<=', previous && isNewestFirst ? previous.id - 1 : window.last)
          .limit(limit)
          .execute(),
      lengthOfRow,
    )
    for await (const rows of parts) yield rows.map(toEvent)
  }
}

/** The last event of or before an instant. 0: every event is younger. The instants have no index: it looks in steps. */
export async function lastEventAt(queries: Queries, at: string): Promise<number> {
  for await (const window of newestWindows({ first: 1, last: await readLastEventId(queries) })) {
    const row = await queries
      .selectFrom('events')
      .select('id')
      .where('id', '>=', window.first)
      .where('id', '<=', window.last)
      .where('created_at', '<=', at)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) return row.id
  }
  return 0
}

/** The oldest event that is kept; undefined: there is none. */
export async function oldestEvent(queries: Queries): Promise<{ id: number; createdAt: string } | undefined> {
  return queries
    .selectFrom('events')
    .select(['id', 'created_at as createdAt'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
