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
  summary: 'Lists the latest SDK requests, newest first',
  responses: { 200: z.object({ calls: z.array(LoggedCall) }).meta({ id: 'evaluationLogSchema' }) },
})

export const getEvaluationLogCall = operation({
  ...shared,
  operationId: 'getEvaluationLogCall',
  method: 'GET',
  path: `${LOG}/:id`,
  summary: 'Explains the result of each flag in a recorded SDK request',
  params: z.object({ id: integerParam('id') }),
  responses: { 200: LoggedCall.extend({ results: z.array(LoggedFlag) }).meta({ id: 'explainedCallSchema' }) },
  errors: [400, 404],
})
