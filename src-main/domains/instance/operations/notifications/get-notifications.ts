import { getNotifications as operation } from '#shared/instance/contract/notifications.ts'
import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { imageUrlOf } from '#domains/access/records/users/user.ts'
import { readNotifications } from '../../records/notifications/notifications.store.ts'

const MOST = 100

/** Lists the notifications of the caller; an API token has none (docs/contract/instance.md#notifications). */
export const getNotifications = query(operation, async ({ visible, caller }) => {
  const userId = personOf(caller.actor)
  if (userId === undefined) return []
  const stored = await readNotifications(visible, userId, MOST)
  return stored.map(({ createdBy: username, createdByUserId: id, ...rest }) => ({
    ...rest,
    createdBy: { username, imageUrl: imageUrlOf({ username, id }) },
  }))
})
