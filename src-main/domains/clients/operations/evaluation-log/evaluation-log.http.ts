import { bind } from '../../../../transport/http/bind.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'
import { getEvaluationLog } from './get-evaluation-log.ts'
import { getEvaluationLogCall } from './get-evaluation-log-call.ts'

export const evaluationLogHttp = (log: EvaluationLog) => [
  bind(getEvaluationLog(log)),
  bind(getEvaluationLogCall(log)),
]
