import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { ChangeRequestDetails, StoredChangeRequest } from './change-request.ts'
import { readChanges } from './changes.store.ts'

/** Requests with all that belongs to them, in the given order; five queries, however many there are. */
export async function readDetails(
  queries: Queries,
  requests: readonly StoredChangeRequest[],
): Promise<ChangeRequestDetails[]> {
  const ids = requests.map((request) => request.id)
  if (ids.length === 0) return []
  const changes = await readChanges(queries, ids)
  const reviews = await queries
    .selectFrom('change_request_reviews')
    .selectAll()
    .where((eb) => inList(eb.ref('change_request_id'), ids))
    .orderBy('created_at')
    .orderBy('created_by_user_id')
    .execute()
  const comments = await queries
    .selectFrom('change_request_comments')
    .selectAll()
    .where((eb) => inList(eb.ref('change_request_id'), ids))
    .orderBy('id')
    .execute()
  const times = await queries
    .selectFrom('change_request_state_times')
    .selectAll()
    .where((eb) => inList(eb.ref('change_request_id'), ids))
    .orderBy('entered_at')
    .execute()
  const schedules = await queries
    .selectFrom('change_request_schedules')
    .selectAll()
    .where((eb) => inList(eb.ref('change_request_id'), ids))
    .execute()
  const changesOf = groupRows(changes, (change) => change.changeRequestId)
  const reviewsOf = groupRows(reviews, (row) => row.change_request_id)
  const commentsOf = groupRows(comments, (row) => row.change_request_id)
  const timesOf = groupRows(times, (row) => row.change_request_id)
  const scheduleOf = new Map(schedules.map((row) => [row.change_request_id, row]))
  return requests.map((request) => {
    const schedule = scheduleOf.get(request.id)
    return {
      ...request,
      changes: changesOf.get(request.id) ?? [],
      reviews: (reviewsOf.get(request.id) ?? []).map((row) => ({ verdict: row.verdict, ...authorOf(row) })),
      comments: (commentsOf.get(request.id) ?? []).map((row) => ({
        id: row.id,
        text: row.text,
        ...authorOf(row),
      })),
      stateTimes: Object.fromEntries(
        (timesOf.get(request.id) ?? []).map((row) => [row.state, row.entered_at]),
      ),
      schedule: schedule
        ? {
            scheduledAt: schedule.scheduled_at,
            scheduledByUserId: schedule.scheduled_by_user_id,
            scheduledBy: schedule.scheduled_by,
            status: schedule.status,
            reason: schedule.reason,
          }
        : null,
    }
  })
}

const authorOf = (row: { created_by_user_id: number; created_by: string; created_at: string }) => ({
  createdByUserId: row.created_by_user_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
})
