import { imageUrlOf } from '#domains/access/users/user.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/notifications.ts'
import { markRead, readNotifications } from '../notifications/notifications.store.ts'

const MAX = 100

/** Lists the notifications of the caller; an API token has none (docs/contract/instance.md#notifications). */
export const getNotifications = query(contract.getNotifications, async ({ visible, caller }) => {
  const userId = personOf(caller.actor)
  if (userId === undefined) return []
  const stored = await readNotifications(visible, userId, MAX)
  return stored.map(({ createdBy: username, createdByUserId: id, ...rest }) => ({
    ...rest,
    createdBy: { username, imageUrl: imageUrlOf({ username, id }) },
  }))
})

/** Marks notifications of the caller as read. Ids of others are passed over, so they tell nothing. */
export const markNotificationsAsRead = mutation(
  contract.markNotificationsAsRead,
  async ({ everything, caller, now, record }, { body }) => {
    const userId = personOf(caller.actor)
    if (userId === undefined) return
    const count = await markRead(everything, userId, body.notifications, now.toISOString())
    if (count > 0) record({ type: 'notifications-read', data: { count } })
  },
)
