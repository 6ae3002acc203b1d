import { getEventsForToggle as ofFlag } from '#shared/audit/contract/events.ts'
import { query } from '#kernel/use-case.ts'
import { onlyPublished, toPublished } from '../../records/events/published-events.ts'
import { searchEventLog } from '../../records/events/search-events.read-model.ts'
import { MAX_UNPAGED_EVENTS, version } from '../../records/events/unpaged-events.ts'

/** The newest events of a flag (recorded exchange events/events-of-flag-deprecated); one that never was has none. */
export const getEventsForToggle = query(ofFlag, async (context, { params: { featureName } }) => {
  const page = { offset: 0, limit: 10 * MAX_UNPAGED_EVENTS }
  const { events, total } = await searchEventLog(context, onlyPublished({ features: [featureName] }), page)
  return { version, toggleName: featureName, events: events.map(toPublished), totalEvents: total }
})
