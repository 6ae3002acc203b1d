import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'

/** Names of e-mails that users can subscribe to (docs/contract/audit.md#subscriptions). */
const SUBSCRIPTIONS: readonly string[] = ['productivity-report']

/** Throws 404 unless there is an e-mail of this name. */
export function requireSubscription(name: string): void {
  if (!SUBSCRIPTIONS.includes(name))
    throw notFound(`There is no e-mail named "${name.slice(0, 100)}". There is: ${SUBSCRIPTIONS.join(', ')}.`)
}

/** Lists the subscriptions of a user. */
export async function readSubscriptions(queries: Queries, userId: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('email_subscriptions')
    .select('subscription')
    .where('user_id', '=', userId)
    .orderBy('subscription')
    .execute()
  return rows.map(({ subscription }) => subscription)
}

export async function insertSubscription(
  queries: Queries,
  userId: number,
  subscription: string,
): Promise<void> {
  await queries
    .insertInto('email_subscriptions')
    .values({ user_id: userId, subscription })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteSubscription(
  queries: Queries,
  userId: number,
  subscription: string,
): Promise<void> {
  await queries
    .deleteFrom('email_subscriptions')
    .where('user_id', '=', userId)
    .where('subscription', '=', subscription)
    .execute()
}
