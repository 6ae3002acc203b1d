import { EVENTS } from '#shared/audit/events/index.ts'
import { authorOf, userIdOf, type Caller } from '#kernel/caller.ts'
import type { CommittedEvent, NewEvent } from '#kernel/event.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import { inTexts } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

/** An import writes thousands of events: other requests are answered between two batches. */
const EVENTS_AT_ONCE = 500
/** From so many events on, their rows are made with pauses. */
const MANY = 10

/**
 * Writes events into the log, in the transaction of the write they tell of; those of one write share a group id.
 * Returns them with their ids, which rise with time and are the clients' revision.
 */
export async function recordEvents(
  queries: Queries,
  caller: Caller,
  { now, writeId }: { now: Date; writeId: string },
  events: readonly NewEvent[],
): Promise<CommittedEvent[]> {
  const group = { createdAt: now.toISOString(), groupId: writeId }
  if (events.length <= EVENTS_AT_ONCE) return recordBatch(queries, caller, group, events)
  const committed: CommittedEvent[] = []
  const turn = new Turn()
  for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
    const batch = events.slice(start, start + EVENTS_AT_ONCE)
    for (const event of await recordBatch(queries, caller, group, batch)) committed.push(event)
    await turn.pause()
  }
  return committed
}

async function recordBatch(
  queries: Queries,
  caller: Caller,
  group: Pick<CommittedEvent, 'createdAt' | 'groupId'>,
  events: readonly NewEvent[],
): Promise<CommittedEvent[]> {
  const tags = await readTags(queries, events)
  const drafts = events.map((event) => {
    const actor = event.by ?? caller.actor
    const author = { createdBy: authorOf(actor, caller), createdByUserId: userIdOf(actor) }
    const ofFlag = event.featureName === undefined ? undefined : tags.get(event.featureName)
    return {
      tags: ofFlag ?? [],
      ...event,
      ...author,
      ...group,
      affectsClients: EVENTS[event.type].affectsClients,
    }
  })
  // an event of a flag holds all its strategies
  const rows = drafts.length < MANY ? drafts.map(toRow) : await mapInSteps(drafts, toRow)
  const inserted = await insertEvents(queries, rows)
  return drafts.map((draft, index) => {
    const id = inserted[index]?.id
    if (id === undefined) throw new Error('the event log returned fewer ids than events were written')
    return { ...draft, id }
  })
}

type EventRow = ReturnType<typeof toRow>

/** Inserts events, and returns their ids in order. Most writes have one event: its statement is prepared. */
async function insertEvents(queries: Queries, rows: readonly EventRow[]): Promise<readonly { id: number }[]> {
  const [first, ...others] = rows
  if (first && others.length === 0) return (await insertEvent(queries, first)).rows
  return insertAll(queries, 'events', rows, (insert) => insert.returning('id'))
}

const insertEvent = prepared((queries, row: EventRow) =>
  queries
    .insertInto('events')
    .values({
      type: row.type,
      created_by: row.created_by,
      created_by_user_id: row.created_by_user_id,
      created_at: row.created_at,
      feature_name: row.feature_name,
      project: row.project,
      environment: row.environment,
      data: row.data,
      pre_data: row.pre_data,
      tags: row.tags,
      group_id: row.group_id,
      affects_clients: row.affects_clients,
    })
    .returning('id'),
)

/** The tags of the flags that events tell of: integrations choose by them. */
async function readTags(
  queries: Queries,
  events: readonly NewEvent[],
): Promise<Map<string, { type: string; value: string }[]>> {
  const names = [...new Set(events.flatMap((event) => event.featureName ?? []))]
  if (names.length === 0) return new Map()
  const { rows } = await selectTags(queries, { features: JSON.stringify(names) })
  if (rows.length === 0) return new Map()
  const rowsOf = groupRows(rows, (row) => row.feature_name)
  const tagsOf = (name: string) =>
    (rowsOf.get(name) ?? []).map((row) => ({ type: row.tag_type, value: row.tag_value }))
  return new Map(names.map((name) => [name, tagsOf(name)]))
}

const selectTags = prepared((queries, { features }: { features: string }) =>
  queries
    .selectFrom('feature_tags')
    .selectAll()
    .where((eb) => inTexts(eb.ref('feature_name'), features))
    .orderBy('tag_type')
    .orderBy('tag_value'),
)

function toRow(event: Omit<CommittedEvent, 'id'>) {
  return {
    type: event.type,
    created_by: event.createdBy,
    created_by_user_id: event.createdByUserId,
    created_at: event.createdAt,
    feature_name: event.featureName ?? null,
    project: event.project ?? null,
    environment: event.environment ?? null,
    data: event.data ? toJson(event.data) : null,
    pre_data: event.preData ? toJson(event.preData) : null,
    tags: toJson(event.tags ?? []),
    group_id: event.groupId,
    affects_clients: event.affectsClients,
  }
}
