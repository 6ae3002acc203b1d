import { ADMIN_TOKEN_USER_ID, SYSTEM_USER_ID } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/audit/contract/events.ts'

import { readEventCreators } from '../events/event-creators.read-model.ts'
import { onlyPublished, toPublished } from '../events/published-events.ts'
import { answerEventSearch, toFilter, windowOperation } from '../events/search-event-log.ts'
import { readNewestEvents, searchEventLog } from '../events/search-events.read-model.ts'

/** Number of events in a list that has no pages. */
const MAX_UNPAGED_EVENTS = 100
const version = 1 as const

/** The deprecated list of the newest events, for Admins (docs/contract/audit.md#events). */
export const getEvents = query(contract.getEvents, async ({ visible }, { query: { project } }) => {
  const filter = onlyPublished(project === undefined ? {} : { projects: [project] })
  const events = await readNewestEvents(visible, filter, MAX_UNPAGED_EVENTS)
  return { version, events: events.map(toPublished) }
})

/** Searches the published events, under their types of the wire. `baseUrl` begins the links in the summaries. */
export const searchEvents = ({ baseUrl }: { baseUrl: string }) =>
  query(contract.searchEvents, async (context, { query }) => {
    const { events, total } = await answerEventSearch(context, onlyPublished(toFilter(query)), query, baseUrl)
    return { events: events.map(toPublished), total }
  })

/** The newest events of a flag (recorded exchange events/events-of-flag-deprecated); one that never was has none. */
export const getEventsForToggle = query(
  contract.getEventsForToggle,
  async (context, { params: { featureName } }) => {
    const page = { offset: 0, limit: 10 * MAX_UNPAGED_EVENTS }
    const { events, total } = await searchEventLog(context, onlyPublished({ features: [featureName] }), page)
    return { version, toggleName: featureName, events: events.map(toPublished), totalEvents: total }
  },
)

/** Names that no user has. */
const OF_THE_SERVICE = new Map([
  [SYSTEM_USER_ID, 'Unleash System'],
  [ADMIN_TOKEN_USER_ID, 'Unleash Admin Token'],
])

/** Lists everybody who is the author of an event, also those who were deleted. */
export const getEventCreators = query(contract.getEventCreators, async (context) =>
  (await readEventCreators(context)).map(({ id, name, username, email, lastName }) => ({
    id,
    name: OF_THE_SERVICE.get(id) ?? name ?? username ?? email ?? lastName,
  })),
)

/** Searches all events, for the window: also those that the published contract does not have, and in either order. */
export const searchAllEvents = query(windowOperation, (context, { query }) =>
  answerEventSearch(context, toFilter(query), query, ''),
)
