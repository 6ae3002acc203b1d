import { EVENTS } from '../../../../../src-shared/audit/events/index.ts'
import { nameOf, userIdOf, type Caller } from '../../../../kernel/caller.ts'
import type { CommittedEvent, NewEvent } from '../../../../kernel/event.ts'
import type { Ids } from '../../../../kernel/ids.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import { inList } from '../../../../store/in-list.ts'
import { insertAll } from '../../../../store/insert-all.ts'
import { toJson } from '../../../../store/json.ts'
import type { Queries } from '../../../../store/queries.ts'

/**
 * Writes events into the log, in the transaction of the write they tell of; those of one write share a group id.
 * Returns them with their ids, which rise with time and are the clients' revision.
 */
export async function recordEvents(
  ids: Ids,
  queries: Queries,
  caller: Caller,
  now: Date,
  events: readonly NewEvent[],
): Promise<CommittedEvent[]> {
  const createdAt = now.toISOString()
  const groupId = ids.ulid()
  const tags = await readTags(queries, events)
  const drafts = events.map((event) => {
    const actor = event.by ?? caller.actor
    const author = { createdBy: nameOf(actor), createdByUserId: userIdOf(actor) }
    const ofFlag = event.featureName === undefined ? undefined : tags.get(event.featureName)
    return {
      tags: ofFlag ?? [],
      ...event,
      ...author,
      createdAt,
      groupId,
      affectsClients: EVENTS[event.type].affectsClients,
    }
  })
  const inserted = await insertAll(queries, 'events', drafts.map(toRow), (insert) => insert.returning('id'))
  return drafts.map((draft, index) => {
    const id = inserted[index]?.id
    if (id === undefined) throw new Error('the event log returned fewer ids than events were written')
    return { ...draft, id }
  })
}

/** The tags of the flags that events tell of: integrations choose by them. */
async function readTags(
  queries: Queries,
  events: readonly NewEvent[],
): Promise<Map<string, { type: string; value: string }[]>> {
  const names = [...new Set(events.flatMap((event) => event.featureName ?? []))]
  if (names.length === 0) return new Map()
  const rows = await queries
    .selectFrom('feature_tags')
    .selectAll()
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  const rowsOf = groupRows(rows, (row) => row.feature_name)
  const tagsOf = (name: string) =>
    (rowsOf.get(name) ?? []).map((row) => ({ type: row.tag_type, value: row.tag_value }))
  return new Map(names.map((name) => [name, tagsOf(name)]))
}

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
