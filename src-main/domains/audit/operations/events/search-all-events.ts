import { query } from '#kernel/use-case.ts'
import { windowOperation, answerEventSearch, toFilter } from '../../records/events/search-event-log.ts'

/** Searches all events, for the window: also those that the published contract does not have, and in either order. */
export const searchAllEvents = query(windowOperation, (context, { query }) =>
  answerEventSearch(context, toFilter(query), query, ''),
)
