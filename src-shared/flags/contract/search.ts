import { z } from 'zod'

import { FoundFeature } from '../schemas/feature-search.ts'
import { filterText, listText } from '../../schemas/filter-text.ts'
import { FoundItem } from '../schemas/found-item.ts'
import { QueryList } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line } from '../../schemas/bounded.ts'

/** The rest of a filter of the published contract: it lets any text through that is one line. */
const REST = '(.*?)(,([a-zA-Z0-9_]+))*$'
const CHOICES = 'IS|IS_NOT|IS_ANY_OF|IS_NONE_OF'
const LISTS = 'INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL'

const Choice = filterText(`^(${CHOICES}):${REST}`, /^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):.*$/).optional()
const Tags = filterText(
  String.raw`^(${LISTS}):([^:,]+:.+?)(,\s*[^:,]+:.+?)*$`,
  /^(INCLUDE(_ALL_OF|_ANY_OF)?|DO_NOT_INCLUDE|EXCLUDE_(IF_ANY_OF|ALL)):[^:,]+:.+$/,
).optional()
const Segments = filterText(
  `^(${LISTS}):${REST}`,
  /^(INCLUDE(_ALL_OF|_ANY_OF)?|DO_NOT_INCLUDE|EXCLUDE_(IF_ANY_OF|ALL)):.*$/,
).optional()
const Day = Line.regex(/^(IS_BEFORE|IS_ON_OR_AFTER):\d{4}-\d{2}-\d{2}$/).optional()

export const FeatureSearchQuery = z.object({
  query: listText().optional(),
  project: Choice,
  state: Choice,
  lifecycle: Choice,
  type: Choice,
  createdBy: Choice,
  tag: Tags,
  segment: Segments,
  status: QueryList.optional(),
  createdAt: Day,
  lastSeenAt: Day,
  favorite: Line.regex(/^(IS|IS_ANY_OF):(true|false)(,(true|false))*$/).optional(),
  archived: Line.regex(/^IS:(true|false)$/).optional(),
  sortBy: Line.optional(),
  sortOrder: Line.optional(),
  favoritesFirst: Line.optional(),
  offset: Line.optional(),
  limit: Line.optional(),
})
export type FeatureSearchQuery = z.output<typeof FeatureSearchQuery>

export const searchFeatures = operation({
  operationId: 'searchFeatures',
  method: 'GET',
  path: '/api/admin/search/features',
  tag: 'Search',
  summary: 'Searches flags, in pages',
  description:
    'Filters are `OPERATOR:value,value`: IS, IS_NOT, IS_ANY_OF, IS_NONE_OF; of tags and segments INCLUDE, DO_NOT_INCLUDE, ' +
    'INCLUDE_ALL_OF, INCLUDE_ANY_OF, EXCLUDE_IF_ANY_OF, EXCLUDE_ALL; of days IS_BEFORE, IS_ON_OR_AFTER. All of them must hold; ' +
    'of the `status[]` (`production:enabled`) one. Archived flags are found by `archived=IS:true` or `lifecycle=IS:archived`.',
  access: audienceOnly,
  query: FeatureSearchQuery,
  responses: {
    200: z.object({ features: z.array(FoundFeature), total: z.int() }).meta({ id: 'searchFeaturesSchema' }),
  },
})

/** Length of a search text. */
const MAX_TEXT = 100

/** Halyard's own: the service it is compatible with has no such operation. */
export const searchEverything = operation({
  operationId: 'searchEverything',
  method: 'GET',
  path: '/api/admin/search/everything',
  tag: 'Search',
  summary: 'Searches everything by name, at most eight results of each kind',
  access: audienceOnly,
  everywhere: true,
  query: z.object({ query: z.string().trim().min(1).max(MAX_TEXT) }),
  responses: { 200: z.object({ items: z.array(FoundItem) }).meta({ id: 'foundItemsSchema' }) },
  errors: [400],
})
