import type { EventType } from '#shared/audit/events/index.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { Queries } from '#store/queries.ts'
import { toEvent, type EventRow } from './stored-event.ts'

/** The oldest events after one, as those who wait for commits get them. */
export async function readCommittedAfter(
  queries: Queries,
  after: number,
  most: number,
): Promise<CommittedEvent[]> {
  const rows = await queries
    .selectFrom('events')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(toCommitted)
}

function toCommitted(row: EventRow): CommittedEvent {
  const { id, createdBy, createdByUserId, createdAt, groupId, data, preData, tags, ...event } = toEvent(row)
  const { project, featureName, environment } = event
  return {
    ...{ id, createdBy, createdByUserId, createdAt, groupId, tags },
    // written by a newer version, it may be of a type that is unknown here
    type: event.type as EventType,
    affectsClients: row.affects_clients,
    ...(data === null ? {} : { data }),
    ...(preData === null ? {} : { preData }),
    ...(project === null ? {} : { project }),
    ...(featureName === null ? {} : { featureName }),
    ...(environment === null ? {} : { environment }),
  }
}
