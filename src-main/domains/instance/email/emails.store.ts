import { sql } from 'kysely'

import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import type { OutgoingEmail } from '#shared/instance/schemas/email.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { jsonInteger, jsonObjects, jsonText, jsonTextsAt, withJsonText } from '#store/engines/portable.ts'

/** Values for a template: texts without secrets. */
export type EmailVariables = Readonly<Record<string, string>>

/** E-mail to one recipient, before it is in the outbox. */
export interface NewEmail {
  cause: string
  userId: number | null
  template: EmailTemplate
  recipient: string
  variables: EmailVariables
  sealedLink: string | null
  createdAt: string
  expiresAt: string
}

/** E-mail that waits to be sent. */
export type WaitingEmail = Pick<
  NewEmail,
  'cause' | 'userId' | 'template' | 'recipient' | 'variables' | 'sealedLink'
> & {
  id: number
  attempts: number
}

/** Result of an attempt. `nextAttemptAt` is null once no further attempt follows. */
export interface Attempt {
  state: OutgoingEmail['state']
  attempts: number
  error: string | null
  nextAttemptAt: string | null
  sentAt: string | null
}

/** Adds an e-mail to the outbox, unless its cause has one already. */
export async function insertEmail(queries: Queries, email: NewEmail): Promise<void> {
  await queries
    .insertInto('emails')
    .values({
      cause: email.cause,
      user_id: email.userId,
      template: email.template,
      recipient: email.recipient,
      variables: toJson(email.variables),
      sealed_link: email.sealedLink,
      state: 'waiting',
      attempts: 0,
      error: null,
      next_attempt_at: email.createdAt,
      created_at: email.createdAt,
      expires_at: email.expiresAt,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
}

export async function deleteEmail(queries: Queries, cause: string): Promise<void> {
  await queries.deleteFrom('emails').where('cause', '=', cause).execute()
}

/** Finds the e-mail that is due for longest. */
export async function findDueEmail(queries: Queries, now: string): Promise<WaitingEmail | undefined> {
  const row = await queries
    .selectFrom('emails')
    .select([
      'id',
      'cause',
      'user_id as userId',
      'template',
      'recipient',
      'variables',
      'sealed_link as sealedLink',
      'attempts',
    ])
    .where('state', '=', 'waiting')
    // what was never tried is due, also after a clock was set back
    .where((where) => where.or([where('next_attempt_at', '<=', now), where('attempts', '=', 0)]))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, variables: fromJson<EmailVariables>(row.variables) }
}

/** Stores the result of an attempt. The link goes once it is no longer needed. */
export async function noteAttempt(queries: Queries, id: number, attempt: Attempt): Promise<void> {
  await queries
    .updateTable('emails')
    .set({
      state: attempt.state,
      attempts: attempt.attempts,
      error: attempt.error,
      next_attempt_at: attempt.nextAttemptAt,
      sent_at: attempt.sentAt,
      ...(attempt.state === 'waiting' ? {} : { sealed_link: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

const GIVEN_UP = { state: 'failed', next_attempt_at: null, sealed_link: null } as const

/** Checks whether e-mails have waited too long. */
export async function haveExpired(queries: Queries, now: string): Promise<boolean> {
  const row = await queries
    .selectFrom('emails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives up e-mails that have waited too long, and returns how many. */
export async function expireEmails(queries: Queries, now: string): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('emails')
    .set({ ...GIVEN_UP, error: sql<string>`coalesce(error || ' ', '') || 'It was given up after a day.'` })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives up waiting e-mails whose link a newer one has replaced. */
export async function supersedeLinks(queries: Queries, userId: number): Promise<void> {
  await queries
    .updateTable('emails')
    .set({ ...GIVEN_UP, error: 'A newer link has replaced the one in it.' })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('sealed_link', 'is not', null)
    .execute()
}

/** Makes waiting e-mails due at once, after the settings have changed. */
export async function makeEmailsDue(queries: Queries, now: string): Promise<void> {
  await queries
    .updateTable('emails')
    .set({ next_attempt_at: now })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', now)
    .execute()
}

/** Reads the latest e-mails, newest first, without what is in them. */
export async function readOutgoingEmails(queries: Queries, most: number): Promise<OutgoingEmail[]> {
  return queries
    .selectFrom('emails')
    .select([
      'id',
      'template',
      'recipient',
      'state',
      'attempts',
      'error',
      'created_at as createdAt',
      'sent_at as sentAt',
      'next_attempt_at as nextAttemptAt',
    ])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function countWaitingEmails(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

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

/** E-mail to all users who have subscribed to it. */
interface SubscriberEmail {
  /** Names the issue, such as a week: each subscriber gets it once. */
  cause: string
  subscription: string
  template: EmailTemplate
  variables: EmailVariables
  createdAt: string
  expiresAt: string
}

const subscribers = (subscription: string) => sql`
  from email_subscriptions s join users u on u.id = s.user_id
  where s.subscription = ${subscription} and u.email is not null and u.deactivated_at is null and u.kind = 'user'`

/** Checks whether a subscriber has not got an issue yet. */
export async function hasUnsentSubscription(
  queries: Queries,
  subscription: string,
  cause: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${subscribers(subscription)}
      and not exists (select 1 from emails e where e.cause = ${cause} || ':' || u.id)
    limit 1`.execute(queries)
  return rows.length > 0
}

/** Adds an issue to the outbox, for each subscriber who has not got it. */
export async function insertSubscriberEmails(queries: Queries, email: SubscriberEmail): Promise<void> {
  const { cause, subscription, template, variables, createdAt, expiresAt } = email
  await sql`
    insert into emails (cause, user_id, template, recipient, variables, state, attempts, next_attempt_at,
      created_at, expires_at)
    select ${cause} || ':' || u.id, u.id, ${template}, u.email,
      ${withJsonText(sql`${JSON.stringify(variables)}`, 'name', sql`coalesce(u.name, u.username, u.email)`)},
      'waiting', 0, ${createdAt}, ${createdAt}, ${expiresAt}
    ${subscribers(subscription)}
    on conflict (cause) do nothing`.execute(queries)
}
