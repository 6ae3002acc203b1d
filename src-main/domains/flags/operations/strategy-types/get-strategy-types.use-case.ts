import {
  getAllStrategies as all,
  getStrategy as one,
} from '../../../../../src-shared/contract/strategy-types.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireStrategyType } from '../../records/strategy-types/strategy-type.ts'
import { readStrategyTypes } from '../../records/strategy-types/strategy-types.store.ts'

export const getAllStrategies = query(all, async ({ queries }) => ({
  version: 1 as const,
  strategies: await readStrategyTypes(queries),
}))

export const getStrategy = query(one, ({ queries }, { params: { name } }) =>
  requireStrategyType(queries, name),
)
