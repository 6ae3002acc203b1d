import { getAllStrategies as all } from '#shared/flags/contract/strategy-types.ts'
import { query } from '#kernel/use-case.ts'
import { readStrategyTypes } from '../../records/strategy-types/strategy-types.store.ts'

export const getAllStrategies = query(all, async ({ queries }) => ({
  version: 1 as const,
  strategies: await readStrategyTypes(queries),
}))
