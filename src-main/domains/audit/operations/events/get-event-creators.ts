import { getEventCreators as operation } from '#shared/audit/contract/events.ts'
import { ADMIN_TOKEN_USER_ID, SYSTEM_USER_ID } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { readEventCreators } from '../../records/events/event-creators.read-model.ts'

/** Names that no user has. */
const OF_THE_SERVICE = new Map([
  [SYSTEM_USER_ID, 'Unleash System'],
  [ADMIN_TOKEN_USER_ID, 'Unleash Admin Token'],
])

/** Lists everybody who is the author of an event, also those who were deleted. */
export const getEventCreators = query(operation, async (context) =>
  (await readEventCreators(context)).map(({ id, name, username, email, lastName }) => ({
    id,
    name: OF_THE_SERVICE.get(id) ?? name ?? username ?? email ?? lastName,
  })),
)
