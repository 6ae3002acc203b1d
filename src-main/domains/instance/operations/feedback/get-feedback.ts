import { getFeedback as operation } from '#shared/instance/contract/feedback.ts'
import { query } from '#kernel/use-case.ts'
import { readLatestFeedback } from '../../records/feedback/feedback.store.ts'

const MOST = 500

/** Lists the latest feedback (docs/contract/instance.md#opinions). */
export const getFeedback = query(operation, ({ queries }) => readLatestFeedback(queries, MOST))
