import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/insight/contract/explain.ts'
import { explain } from '../explain/explain-flag.ts'

export const explainFlag = query(contract.explainFlag, (context, { query: { flag, environment, ...sent } }) =>
  explain(context, flag, environment, sent),
)

export const explainFlagWithPost = query(
  contract.explainFlagWithPost,
  (context, { body: { flag, environment, context: sent } }) =>
    explain(context, flag, environment, sent ?? {}),
)
