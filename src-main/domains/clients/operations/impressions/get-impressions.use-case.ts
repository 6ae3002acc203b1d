import {
  clearImpressions as clear,
  exportImpressions as exported,
  getImpressions as list,
  getImpressionSessions as sessions,
  getImpressionTimeline as timeline,
} from '../../../../../src-shared/contract/impressions.ts'
import { toTimeline } from '../../../../../src-shared/impression-timeline.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import {
  countByMinute,
  readImpressionsInSteps,
  readSessions,
  searchImpressions,
} from '../../records/impressions/impressions.read-model.ts'
import { deleteImpressions } from '../../records/impressions/impressions.store.ts'
import { CSV_HEADER, toCsv, toNdjson } from '../../records/impressions/impressions-text.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000
const MAX_EXPORTED = 100_000

export const getImpressions = query(
  list,
  ({ queries }, { query: { offset, limit, sortOrder, ...filter } }) => {
    const count = Number(limit ?? DEFAULT_LIMIT)
    return searchImpressions(queries, filter, {
      offset: /^\d{1,9}$/.test(offset ?? '') ? Number(offset) : 0,
      limit: Number.isInteger(count) && count >= 1 && count <= MAX_LIMIT ? count : DEFAULT_LIMIT,
      order: sortOrder ?? 'desc',
    })
  },
)

export const getImpressionSessions = query(sessions, async ({ queries }) => ({
  sessions: await readSessions(queries),
}))

export const getImpressionTimeline = query(timeline, async ({ queries }, { query: filter }) =>
  toTimeline(await countByMinute(queries, filter)),
)

/** Written in steps: a hundred thousand impressions hold nobody up. */
export const exportImpressions = query(exported, async ({ queries }, { query: { format, ...filter } }) => {
  const parts = format === 'csv' ? [CSV_HEADER] : []
  for await (const impressions of readImpressionsInSteps(queries, filter, MAX_EXPORTED))
    parts.push(format === 'csv' ? toCsv(impressions) : toNdjson(impressions))
  return parts.join('')
})

export const clearImpressions = mutation(clear, ({ queries }) => deleteImpressions(queries))
