import { getStrategy as one } from '#shared/flags/contract/strategy-types.ts'
import { query } from '#kernel/use-case.ts'
import { requireStrategyType } from '../../records/strategy-types/strategy-type.ts'

export const getStrategy = query(one, ({ queries }, { params: { name } }) =>
  requireStrategyType(queries, name),
)
