import { searchEvents as operation } from '#shared/audit/contract/events.ts'
import { query } from '#kernel/use-case.ts'
import { onlyPublished, toPublished } from '../../records/events/published-events.ts'
import { answerEventSearch, toFilter } from '../../records/events/search-event-log.ts'

/** Searches the published events, under their types of the wire. `baseUrl` begins the links in the summaries. */
export const searchEvents = ({ baseUrl }: { baseUrl: string }) =>
  query(operation, async (context, { query }) => {
    const { events, total } = await answerEventSearch(context, onlyPublished(toFilter(query)), query, baseUrl)
    return { events: events.map(toPublished), total }
  })
