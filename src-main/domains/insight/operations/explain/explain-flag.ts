import { explainFlag as get } from '#shared/insight/contract/explain.ts'
import { query } from '#kernel/use-case.ts'
import { explain } from '../../records/explain/explain-flag.ts'

export const explainFlag = query(get, (context, { query: { flag, environment, ...sent } }) =>
  explain(context, flag, environment, sent),
)
