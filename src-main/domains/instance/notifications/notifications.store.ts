import { sql } from 'kysely'

import { jsonInteger, jsonObjects, jsonText } from '#store/engines/portable.ts'
import { inList, inTexts } from '#store/in-list.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

/** Event that users are notified of. */
export interface NotifiedEvent {
  /**
   * Reviewers or author of a change request, its planners (the author, and whoever set the time), or users with the flag
   * among their favourites.
   */
  receivers: 'reviewers' | 'author' | 'planners' | 'followers'
  /** Id of the change request, or name of the flag. */
  subject: number | string
  project: string
  notificationType: 'change-request' | 'toggle'
  message: string
  link: string
  createdBy: string
  createdByUserId: number
  createdAt: string
}

const RECEIVERS = {
  reviewers: sql`select user_id, change_request_id as subject from change_request_reviewers`,
  author: sql`select created_by_user_id as user_id, id as subject from change_requests
    where created_by_user_id in (select id from users)`,
  planners: sql`select created_by_user_id as user_id, id as subject from change_requests
    where created_by_user_id in (select id from users)
    union select scheduled_by_user_id, change_request_id from change_request_schedules
    where scheduled_by_user_id in (select id from users)`,
  followers: sql`select user_id, feature_name as subject from favorite_features`,
} as const

const VALUE = sql.ref('value')
const text = (key: string) => jsonText(VALUE, key)
const createdByUserId = jsonInteger(VALUE, 'createdByUserId')

/**
 * Notifies the receivers of events, by one statement for each kind of receiver. A notification that is there unread is
 * not repeated.
 */
export async function insertNotifications(queries: Queries, events: readonly NotifiedEvent[]): Promise<void> {
  for (const kind of ['reviewers', 'author', 'planners', 'followers'] as const) {
    const own = events.filter(({ receivers }) => receivers === kind)
    if (own.length === 0) continue
    // toggles are frequent, and most flags are nobody's favourites
    if (kind === 'followers' && !(await hasFollowers(queries, own))) continue
    await sql`
      insert into notifications
        (user_id, project, notification_type, message, link, created_by, created_by_user_id, created_at)
      select r.user_id, ${text('project')}, ${text('notificationType')}, ${text('message')}, ${text('link')},
        ${text('createdBy')}, ${createdByUserId}, ${text('createdAt')}
      from ${jsonObjects(own)}
      join (${RECEIVERS[kind]}) r on r.subject = ${kind === 'followers' ? text('subject') : jsonInteger(VALUE, 'subject')}
      where r.user_id <> ${createdByUserId} and not exists (
        select 1 from notifications n where n.user_id = r.user_id and n.read_at is null
          and n.link = ${text('link')} and n.message = ${text('message')})`.execute(queries)
  }
}

async function hasFollowers(queries: Queries, events: readonly NotifiedEvent[]): Promise<boolean> {
  const features = JSON.stringify(events.map(({ subject }) => String(subject)))
  const { rows } = await selectFollower(queries, { features })
  return rows.length > 0
}

const selectFollower = prepared((queries, { features }: { features: string }) =>
  queries
    .selectFrom('favorite_features')
    .select('user_id')
    .where((eb) => inTexts(eb.ref('feature_name'), features))
    .limit(1),
)

/** Reads the latest notifications of a user, newest first. */
export async function readNotifications(queries: Queries, userId: number, most: number) {
  return queries
    .selectFrom('notifications')
    .select([
      'id',
      'message',
      'link',
      'notification_type as notificationType',
      'created_by as createdBy',
      'created_by_user_id as createdByUserId',
      'created_at as createdAt',
      'read_at as readAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Marks notifications of a user as read; returns how many were unread. */
export async function markRead(
  queries: Queries,
  userId: number,
  ids: readonly number[],
  at: string,
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where((eb) => inList(eb.ref('id'), ids))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
