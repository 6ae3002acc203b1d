import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/evaluation-log.ts'
import type { EvaluationLog } from '../evaluation-log/evaluation-log.ts'

export const getEvaluationLog = ({ evaluationLog }: { evaluationLog: EvaluationLog }) =>
  query(contract.getEvaluationLog, async ({ hidden }) => ({ calls: evaluationLog.list(hidden) }))

export const getEvaluationLogCall = ({ evaluationLog }: { evaluationLog: EvaluationLog }) =>
  query(contract.getEvaluationLogCall, async ({ hidden }, { params: { id } }) => {
    const call = await evaluationLog.explain(id, hidden)
    if (!call) throw notFound(`The evaluation log has no call ${id}, or no longer`)
    return call
  })
