/** Evaluation log: the last calls of SDKs, per application and token, and what they were served and why. */
export { EvaluationLog } from './evaluation-log.ts'
export { evaluationLogHttp } from './evaluation-log.http.ts'
export { evaluationLogRpc } from './evaluation-log.rpc.ts'
