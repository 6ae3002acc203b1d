import { getEvents as all } from '#shared/audit/contract/events.ts'
import { query } from '#kernel/use-case.ts'
import { onlyPublished, toPublished } from '../../records/events/published-events.ts'
import { readNewestEvents } from '../../records/events/search-events.read-model.ts'
import { MAX_UNPAGED_EVENTS, version } from '../../records/events/unpaged-events.ts'

/** The deprecated list of the newest events, for Admins (docs/contract/audit.md#events). */
export const getEvents = query(all, async ({ queries }, { query: { project } }) => {
  const filter = onlyPublished(project === undefined ? {} : { projects: [project] })
  const events = await readNewestEvents(queries, filter, MAX_UNPAGED_EVENTS)
  return { version, events: events.map(toPublished) }
})
