import { getEvaluationLog as all } from '#shared/clients/contract/evaluation-log.ts'
import { query } from '#kernel/use-case.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'

export const getEvaluationLog = ({ evaluationLog }: { evaluationLog: EvaluationLog }) =>
  query(all, async ({ hidden }) => ({ calls: evaluationLog.list(hidden) }))
