import { searchEvents as operation } from '#shared/audit/contract/events.ts'
import type { Request } from '#shared/contract/index.ts'
import { SortOrder } from '#shared/schemas/scalars.ts'
import { describeEvent } from './described-events.ts'
import { searchEventLog, type EventFilter, type VisibleLog } from './search-events.read-model.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

/** The search of the window: the published one knows one order. */
export const windowOperation = {
  ...operation,
  query: operation.query.extend({ sortOrder: SortOrder.optional() }),
}

type Query = Request<typeof operation>['query'] & Pick<Request<typeof windowOperation>['query'], 'sortOrder'>

/** Answers a page of the events that match, each with its description. */
export async function answerEventSearch(log: VisibleLog, filter: EventFilter, query: Query, baseUrl: string) {
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
export function toFilter(query: Query): EventFilter {
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
