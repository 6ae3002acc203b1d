import { ADMIN_TOKEN_USER_ID, SYSTEM_USER_ID } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/audit/contract/events.ts'
import { readEventCreators } from '../events/event-creators.read-model.ts'
import { onlyPublished, toPublished } from '../events/published-events.ts'
import {
  readNewestEvents,
  searchEventLog,
  type EventFilter,
  type VisibleLog,
} from '../events/search-events.read-model.ts'
import { searchEvents as operation } from '#shared/audit/contract/events.ts'
import type { Request } from '#shared/contract/index.ts'
import { SortOrder } from '#shared/schemas/scalars.ts'
import { describeEvent } from '../events/described-events.ts'

/** Number of events in a list that has no pages. */
const MAX_UNPAGED_EVENTS = 100
const version = 1 as const

/** The deprecated list of the newest events, for Admins (docs/contract/audit.md#events). */
export const getEvents = query(contract.getEvents, async ({ visible }, { query: { project } }) => {
  const filter = onlyPublished(project === undefined ? {} : { projects: [project] })
  const events = await readNewestEvents(visible, filter, MAX_UNPAGED_EVENTS)
  return { version, events: events.map(toPublished) }
})

const DEFAULT_LIMIT = 50

const MAX_LIMIT = 1000

/** The search of the window: the published one knows one order. */
const windowOperation = {
  ...operation,
  query: operation.query.extend({ sortOrder: SortOrder.optional() }),
}

type Query = Request<typeof operation>['query'] & Pick<Request<typeof windowOperation>['query'], 'sortOrder'>

/** Answers a page of the events that match, each with its description. */
async function answerEventSearch(log: VisibleLog, filter: EventFilter, query: Query, baseUrl: string) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const page = {
    offset: Math.max(0, query.offset ?? 0),
    limit: limit >= 1 && limit <= MAX_LIMIT ? limit : DEFAULT_LIMIT,
    order: query.sortOrder,
  }
  const { events, total } = await searchEventLog(log, filter, page)
  return { events: events.map((event) => describeEvent(event, baseUrl)), total }
}

/** Makes a filter of the parameters of a request. */
function toFilter(query: Query): EventFilter {
  const filter: EventFilter = {}
  if (query.id) filter.id = Number(value(query.id))
  if (query.groupId) filter.groupId = value(query.groupId)
  if (query.feature) filter.features = values(query.feature)
  if (query.project) filter.projects = values(query.project)
  if (query.environment) filter.environments = values(query.environment)
  if (query.type) filter.types = values(query.type)
  if (query.createdBy) filter.createdByUserIds = values(query.createdBy).map(Number)
  if (query.query) filter.text = query.query
  if (query.from) filter.from = `${value(query.from)}T00:00:00.000Z`
  if (query.to) filter.to = endOfDay(value(query.to))
  return filter
}

/** `IS:x` -> `x`; the contract's patterns have checked the operator. */
const value = (text: string) => text.slice(text.indexOf(':') + 1)

const values = (text: string) => (text.startsWith('IS_ANY_OF:') ? value(text).split(',') : [value(text)])

/** The first instant after a day: `to` includes the whole day. */
function endOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(midnight) ? `${day}T24` : new Date(midnight + 24 * 60 * 60 * 1000).toISOString()
}

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
