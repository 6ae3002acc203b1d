import type { Selectable } from 'kysely'

import type { Event } from '#shared/audit/schemas/event.ts'
import { fromJson } from '#store/json.ts'
import type { EventsTable } from '#store/schema.ts'

export type EventRow = Selectable<EventsTable>

/** Characters of an event beside its data, about. */
const FRAME = 500

export const lengthOfRow = ({ data, pre_data: before, tags }: EventRow): number =>
  FRAME + (data?.length ?? 0) + (before?.length ?? 0) + tags.length

/** The contract's form of a row of the event log. */
export function toEvent(row: EventRow): Event {
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
