import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import type { Authorship, StoredSchedule } from './change-request.ts'

const author = ({ createdByUserId, createdBy, createdAt }: Authorship) => ({
  created_by_user_id: createdByUserId,
  created_by: createdBy,
  created_at: createdAt,
})

/** Records an approval or a rejection. */
export async function insertReview(
  queries: Queries,
  changeRequestId: number,
  { verdict, ...by }: { verdict: 'approval' | 'rejection' } & Authorship,
): Promise<void> {
  await queries
    .insertInto('change_request_reviews')
    .values({ change_request_id: changeRequestId, verdict, ...author(by) })
    .execute()
}

/** Deletes the approvals of a request, because its content has changed since. */
export async function deleteApprovals(queries: Queries, changeRequestId: number): Promise<void> {
  await queries
    .deleteFrom('change_request_reviews')
    .where('change_request_id', '=', changeRequestId)
    .where('verdict', '=', 'approval')
    .execute()
}

export async function insertComment(
  queries: Queries,
  changeRequestId: number,
  { text, ...by }: { text: string } & Authorship,
): Promise<void> {
  await queries
    .insertInto('change_request_comments')
    .values({ change_request_id: changeRequestId, text, ...author(by) })
    .execute()
}

/** Reads the users who were asked to review a request. */
export async function readRequestedReviewers(queries: Queries, changeRequestId: number): Promise<number[]> {
  const rows = await queries
    .selectFrom('change_request_reviewers')
    .select('user_id')
    .where('change_request_id', '=', changeRequestId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

export async function replaceRequestedReviewers(
  queries: Queries,
  changeRequestId: number,
  reviewers: readonly number[],
): Promise<void> {
  await queries
    .deleteFrom('change_request_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .execute()
  await insertAll(
    queries,
    'change_request_reviewers',
    reviewers.map((user_id) => ({ change_request_id: changeRequestId, user_id })),
  )
}

/** Sets the time when a request is applied, replacing an earlier one. */
export async function saveSchedule(
  queries: Queries,
  changeRequestId: number,
  schedule: StoredSchedule,
): Promise<void> {
  const row = {
    scheduled_at: schedule.scheduledAt,
    scheduled_by_user_id: schedule.scheduledByUserId,
    scheduled_by: schedule.scheduledBy,
    status: schedule.status,
    reason: schedule.reason,
  }
  await queries
    .insertInto('change_request_schedules')
    .values({ change_request_id: changeRequestId, ...row })
    .onConflict((conflict) => conflict.column('change_request_id').doUpdateSet(row))
    .execute()
}

/** Reads the scheduled requests, earliest first. */
export async function readPendingSchedules(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('change_request_schedules as schedule')
    .innerJoin('change_requests as request', 'request.id', 'schedule.change_request_id')
    .select('request.id')
    .where('request.state', '=', 'Scheduled')
    .where('schedule.status', '=', 'pending')
    .orderBy('schedule.scheduled_at')
    .orderBy('request.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Reads the requests in review that a user has approved. */
export async function readApprovedBy(queries: Queries, user: number): Promise<number[]> {
  const rows = await queries
    .selectFrom('change_request_reviews as review')
    .innerJoin('change_requests as request', 'request.id', 'review.change_request_id')
    .select('request.id')
    .where('request.state', '=', 'In review')
    .where('review.created_by_user_id', '=', user)
    .where('review.verdict', '=', 'approval')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the ids of scheduled requests that are due up to a time. */
export async function readDueSchedules(queries: Queries, until: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('change_request_schedules as schedule')
    .innerJoin('change_requests as request', 'request.id', 'schedule.change_request_id')
    .select('request.id')
    .where('request.state', '=', 'Scheduled')
    .where('schedule.status', '=', 'pending')
    .where('schedule.scheduled_at', '<=', until)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the scheduled requests that were not applied at their time, or will not be. */
export async function readFailedSchedules(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('change_request_schedules as schedule')
    .innerJoin('change_requests as request', 'request.id', 'schedule.change_request_id')
    .select('request.id')
    .where('request.state', '=', 'Scheduled')
    .where('schedule.status', '!=', 'pending')
    .execute()
  return rows.map(({ id }) => id)
}
