import { sql } from 'kysely'

import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import { withJsonText } from '#store/engines/portable.ts'
import type { Queries } from '#store/queries.ts'
import type { EmailVariables } from './emails.store.ts'

/** E-mail to all users who have subscribed to it. */
export interface SubscriberEmail {
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
