import { bind } from '../../../../transport/http/bind.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'
import { getEvaluationLog, getEvaluationLogCall } from './get-evaluation-log.use-case.ts'

export const evaluationLogHttp = (log: EvaluationLog) => [
  bind(getEvaluationLog(log)),
  bind(getEvaluationLogCall(log)),
]
