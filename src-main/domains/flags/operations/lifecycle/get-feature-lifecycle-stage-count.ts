import { getFeatureLifecycleStageCount as count } from '#shared/flags/contract/lifecycle.ts'
import { query } from '#kernel/use-case.ts'
import { countStages } from '../../records/stages/stages.store.ts'

export const getFeatureLifecycleStageCount = query(count, ({ queries }) => countStages(queries))
