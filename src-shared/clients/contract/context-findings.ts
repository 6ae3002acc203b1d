import { ContextFindings, ContextFindingsQuery } from '../schemas/context-findings.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own: what applications send, compared with what flags need (ADR 83). */
export const getContextFindings = operation({
  operationId: 'getContextFindings',
  everywhere: true,
  method: 'GET',
  path: '/api/halyard/context-findings',
  tag: 'Metrics',
  summary: 'Lists what is wrong with the contexts that applications send',
  description:
    'Operation of Halyard. It examines the contexts of the last days that programs sent: the frontend API, OFREP and impressions. SDKs of ' +
    'servers evaluate by themselves and send none. `since` examines later contexts only, such as those after a deployment. ' +
    'Values are for holders of READ_LOGS. At most 500 findings are returned, the most severe ones first.',
  access: audienceOnly,
  query: ContextFindingsQuery,
  responses: { 200: ContextFindings },
})
