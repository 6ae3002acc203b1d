import { sql } from 'kysely'

import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import type { OutgoingEmail } from '#shared/instance/schemas/email.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

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
    .where('next_attempt_at', '<=', now)
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
