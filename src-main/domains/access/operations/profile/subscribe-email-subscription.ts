import { subscribeEmailSubscription as operation } from '#shared/access/contract/email-subscriptions.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  insertSubscription,
  readSubscriptions,
  requireSubscription,
} from '../../records/profile/email-subscriptions.store.ts'
import { requirePersonCalling } from '../../records/users/require-person.ts'

/** Subscribes the caller to an e-mail; a second time changes nothing. */
export const subscribeEmailSubscription = mutation(
  operation,
  async ({ queries, caller, record }, { params: { subscription } }) => {
    requireSubscription(subscription)
    const userId = requirePersonCalling(caller)
    const before = await readSubscriptions(queries, userId)
    if (before.includes(subscription)) return
    await insertSubscription(queries, userId, subscription)
    record({ type: 'email-subscribed', data: { name: subscription } })
  },
)
