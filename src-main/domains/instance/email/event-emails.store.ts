import { sql } from 'kysely'

import { jsonInteger, jsonObjects, jsonText, jsonTextsAt, withJsonText } from '#store/engines/portable.ts'
import type { Queries } from '#store/queries.ts'
import type { EmailVariables } from './emails.store.ts'

/** Event that users get an e-mail about. */
export interface MailedEvent {
  receivers: 'reviewers' | 'planners' | 'user'
  eventId: number
  /** Id of the change request, or of the user. */
  subject: number
  /** Only these users; null: all receivers. */
  only: readonly number[] | null
  template: string
  variables: EmailVariables
  createdByUserId: number
  createdAt: string
  expiresAt: string
}

const RECEIVERS = {
  // a draft can name reviewers already; it waits for them once it is sent to review
  reviewers: sql`select r.user_id, r.change_request_id as subject from change_request_reviewers r
    join change_requests c on c.id = r.change_request_id where c.state <> 'Draft'`,
  // the author, and whoever set the time
  planners: sql`select created_by_user_id as user_id, id as subject from change_requests
    union select scheduled_by_user_id, change_request_id from change_request_schedules`,
  user: sql`select id as user_id, id as subject from users`,
} as const

const VALUE = sql.ref('event.value')
const text = (key: string) => jsonText(VALUE, key)

/** Adds the e-mails of events to the outbox, by one statement for each kind of receiver: one for each event and receiver. */
export async function insertEventEmails(queries: Queries, events: readonly MailedEvent[]): Promise<void> {
  for (const kind of ['reviewers', 'planners', 'user'] as const) {
    const own = events.filter(({ receivers }) => receivers === kind)
    if (own.length === 0) continue
    // what somebody does is no news to them; that their password has changed is, whoever changed it
    const others = kind === 'user' ? sql`true` : sql`u.id <> ${jsonInteger(VALUE, 'createdByUserId')}`
    await sql`
      insert into emails (cause, user_id, template, recipient, variables, state, attempts, next_attempt_at,
        created_at, expires_at)
      select 'event:' || ${text('eventId')} || ':' || u.id, u.id, ${text('template')}, u.email,
        ${withJsonText(text('variables'), 'name', sql`coalesce(u.name, u.username, u.email)`)},
        'waiting', 0, ${text('createdAt')}, ${text('createdAt')}, ${text('expiresAt')}
      from (select value from ${jsonObjects(own)}) event
      join (${RECEIVERS[kind]}) r on r.subject = ${jsonInteger(VALUE, 'subject')}
      join users u on u.id = r.user_id
      where u.email is not null and u.deactivated_at is null and u.kind = 'user' and ${others}
        and (${text('only')} is null or exists (
          select 1 from ${jsonTextsAt(VALUE, 'only')} where cast(value as text) = cast(u.id as text)))
      on conflict (cause) do nothing`.execute(queries)
  }
}
