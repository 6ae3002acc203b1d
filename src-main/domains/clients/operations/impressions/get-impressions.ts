import { getImpressions as list } from '#shared/clients/contract/impressions.ts'
import { query } from '#kernel/use-case.ts'
import { searchImpressions } from '../../records/impressions/impressions.read-model.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

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
