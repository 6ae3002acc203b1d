import { explainFlagWithPost as post } from '#shared/insight/contract/explain.ts'
import { query } from '#kernel/use-case.ts'
import { explain } from '../../records/explain/explain-flag.ts'

export const explainFlagWithPost = query(post, (context, { body: { flag, environment, context: sent } }) =>
  explain(context, flag, environment, sent ?? {}),
)
