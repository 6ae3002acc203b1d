import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'
import { getEvaluationLog } from './get-evaluation-log.ts'
import { getEvaluationLogCall } from './get-evaluation-log-call.ts'

export const evaluationLogRpc = (log: EvaluationLog) =>
  router({ list: queryOf(getEvaluationLog(log)), get: queryOf(getEvaluationLogCall(log)) })
