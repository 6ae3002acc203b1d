import { z } from 'zod'

import { LoggedCall, LoggedFlag } from '../schemas/evaluation-log.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const LOG = '/api/admin/evaluation-log'
const shared = { everywhere: true, tag: 'Explain', access: needs('READ_LOGS') } as const

export const getEvaluationLog = operation({
  ...shared,
  operationId: 'getEvaluationLog',
  method: 'GET',
  path: LOG,
  summary: 'Lists the last calls of SDKs, newest first',
  responses: { 200: z.object({ calls: z.array(LoggedCall) }).meta({ id: 'evaluationLogSchema' }) },
})

export const getEvaluationLogCall = operation({
  ...shared,
  operationId: 'getEvaluationLogCall',
  method: 'GET',
  path: `${LOG}/:id`,
  summary: 'Says what a call of an SDK got of each flag, and why',
  params: z.object({ id: integerParam('id') }),
  responses: { 200: LoggedCall.extend({ results: z.array(LoggedFlag) }).meta({ id: 'explainedCallSchema' }) },
  errors: [400, 404],
})
