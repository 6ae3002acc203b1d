import { getEvents as all, getEventsForToggle as ofFlag } from '../../../../../src-shared/contract/events.ts'
import { query } from '../../../../kernel/use-case.ts'
import { onlyPublished, toPublished } from '../../records/events/published-events.ts'
import { readNewestEvents, searchEventLog } from '../../records/events/search-events.read-model.ts'

const LAST = 100
const version = 1 as const

/** The deprecated list of the newest events, for Admins (docs/contract/audit.md#events). */
export const getEvents = query(all, async ({ queries }, { query: { project } }) => {
  const filter = onlyPublished(project === undefined ? {} : { projects: [project] })
  const events = await readNewestEvents(queries, filter, LAST)
  return { version, events: events.map(toPublished) }
})

/** The newest events of a flag (recorded exchange events/events-of-flag-deprecated); one that never was has none. */
export const getEventsForToggle = query(ofFlag, async (context, { params: { featureName } }) => {
  const page = { offset: 0, limit: 10 * LAST }
  const { events, total } = await searchEventLog(context, onlyPublished({ features: [featureName] }), page)
  return { version, toggleName: featureName, events: events.map(toPublished), totalEvents: total }
})
