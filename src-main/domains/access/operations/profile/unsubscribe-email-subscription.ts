import { unsubscribeEmailSubscription as operation } from '#shared/access/contract/email-subscriptions.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  deleteSubscription,
  readSubscriptions,
  requireSubscription,
} from '../../records/profile/email-subscriptions.store.ts'
import { requirePersonCalling } from '../../records/users/require-person.ts'

/** Ends the caller's subscription to an e-mail; none is no error. */
export const unsubscribeEmailSubscription = mutation(
  operation,
  async ({ queries, caller, record }, { params: { subscription } }) => {
    requireSubscription(subscription)
    const userId = requirePersonCalling(caller)
    const before = await readSubscriptions(queries, userId)
    if (!before.includes(subscription)) return
    await deleteSubscription(queries, userId, subscription)
    record({ type: 'email-unsubscribed', data: { name: subscription } })
  },
)
