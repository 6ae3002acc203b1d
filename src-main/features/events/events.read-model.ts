import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'

import type { Event } from '../../../src-shared/schemas/event.ts'
import { inList } from '../../store/in-list.ts'
import { fromJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import type { EventsTable, Schema } from '../../store/schema.ts'

/** What an event must have to be found; absent members ask for nothing. */
export interface EventFilter {
  id?: number
  groupId?: string
  features?: string[]
  projects?: string[]
  environments?: string[]
  types?: string[]
  createdByUserIds?: number[]
  /** Text that the type, author, flag or data must contain. */
  text?: string
  /** Instants: from inclusive, to exclusive. */
  from?: string
  to?: string
}

type Filtered = SelectQueryBuilder<Schema, 'events', object>

/** Events newest first, `limit` of them from `offset`, and how many there are in all. */
export async function searchEventLog(
  queries: Queries,
  filter: EventFilter,
  page: { offset: number; limit: number },
): Promise<{ events: Event[]; total: number }> {
  const filtered = applyFilter(queries.selectFrom('events'), filter)
  const { total } = await filtered
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { events: rows.map(toEvent), total: Number(total) }
}

function applyFilter(query: Filtered, filter: EventFilter): Filtered {
  const { id, groupId, features, projects, environments, types, createdByUserIds, text, from, to } = filter
  return query
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? 0))
    .$if(groupId !== undefined, (q) => q.where('group_id', '=', groupId ?? ''))
    .$if(features !== undefined, (q) => q.where((eb) => inList(eb.ref('feature_name'), features ?? [])))
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), projects ?? [])))
    .$if(environments !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('environment'), environments ?? [])),
    )
    .$if(types !== undefined, (q) => q.where((eb) => inList(eb.ref('type'), types ?? [])))
    .$if(createdByUserIds !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('created_by_user_id'), createdByUserIds ?? [])),
    )
    .$if(from !== undefined, (q) => q.where('created_at', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('created_at', '<', to ?? ''))
    .$if(text !== undefined, (q) => q.where((eb) => containsText(eb, text ?? '')))
}

function containsText(eb: ExpressionBuilder<Schema, 'events'>, text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  const columns = ['type', 'created_by', 'feature_name', 'data', 'pre_data'] as const
  return eb.or(columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`))
}

type Row = Omit<EventsTable, 'id'> & { id: number }

function toEvent(row: Row): Event {
  return {
    id: row.id,
    type: row.type,
    createdBy: row.created_by,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    data: row.data === null ? null : fromJson(row.data),
    preData: row.pre_data === null ? null : fromJson(row.pre_data),
    tags: fromJson(row.tags),
    featureName: row.feature_name,
    project: row.project,
    environment: row.environment,
    groupType: 'transaction',
    groupId: row.group_id,
  }
}

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
  // max of nothing is null, which the types do not tell
  return Number(id ?? 0)
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
    .where((eb) => inList(eb.ref('type'), types))
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
