import { ResultChanges, ResultChangesRequest } from '../schemas/result-changes.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own. It shows what the event log shows to the caller (ADR 81). */
export const findResultChanges = operation({
  operationId: 'findResultChanges',
  method: 'POST',
  path: '/api/halyard/result-changes',
  tag: 'Explain',
  summary: 'Finds the events that changed the result of a flag for a context',
  description:
    'Each change has the result before and after, with its reason. `project` searches all flags of a project. `since` and `until` limit the time. ' +
    'At most the newest 100 changes are returned.',
  access: audienceOnly,
  place: 'instance',
  everywhere: true,
  body: ResultChangesRequest,
  responses: { 200: ResultChanges },
})
