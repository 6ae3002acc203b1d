import { getEvaluationLogCall as one } from '../../../../../src-shared/contract/evaluation-log.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { EvaluationLog } from '../../records/evaluation-log/evaluation-log.ts'

export const getEvaluationLogCall = (log: EvaluationLog) =>
  query(one, async ({ hidden }, { params: { id } }) => {
    const call = log.explain(id, hidden)
    if (!call) throw notFound(`The log has no call ${id}, or not any more`)
    return call
  })
