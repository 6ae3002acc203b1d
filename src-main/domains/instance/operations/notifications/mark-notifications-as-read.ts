import { markNotificationsAsRead as operation } from '#shared/instance/contract/notifications.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { markRead } from '../../records/notifications/notifications.store.ts'

/** Marks notifications of the caller as read. Ids of others are passed over, so they tell nothing. */
export const markNotificationsAsRead = mutation(
  operation,
  async ({ queries, caller, now, record }, { body }) => {
    const userId = personOf(caller.actor)
    if (userId === undefined) return
    const count = await markRead(queries, userId, body.notifications, now.toISOString())
    if (count > 0) record({ type: 'notifications-read', data: { count } })
  },
)
