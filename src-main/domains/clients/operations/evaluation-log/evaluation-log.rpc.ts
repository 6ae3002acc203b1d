import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'
import { getEvaluationLog, getEvaluationLogCall } from './get-evaluation-log.use-case.ts'

export const evaluationLogRpc = (log: EvaluationLog) =>
  router({ list: queryOf(getEvaluationLog(log)), get: queryOf(getEvaluationLogCall(log)) })
