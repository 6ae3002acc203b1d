import { z } from 'zod'

import { Explanation } from '../schemas/explanation.ts'
import { ResultChanges, ResultChangesRequest, SentContext } from '../schemas/result-changes.ts'
import { OverlayName, PretendedHeaders } from '../../flags/schemas/override.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { InstantInput } from '../../schemas/scalars.ts'
import { Line, MANY, mapOf, Name, withMost } from '../../schemas/bounded.ts'

const EXPLAIN = '/api/admin/explain'
const shared = {
  everywhere: true,
  tag: 'Explain',
  access: audienceOnly,
  headers: PretendedHeaders,
  responses: { 200: Explanation },
} as const

/** Any further member is a field of the context; `properties[x]` too. */
export const ExplainQuery = withMost(
  z
    .object({
      flag: Line.min(1),
      environment: Line.min(1),
      properties: mapOf(Line, z.unknown(), MANY).optional(),
    })
    .catchall(z.unknown()),
  MANY,
)

export const explainFlag = operation({
  ...shared,
  operationId: 'explainFlag',
  method: 'GET',
  path: EXPLAIN,
  summary: 'Evaluates a flag for the context in the query and explains the result',
  query: ExplainQuery,
})

export const explainFlagWithPost = operation({
  ...shared,
  operationId: 'explainFlagWithPost',
  method: 'POST',
  path: EXPLAIN,
  summary: 'Evaluates a flag for the context in the body and explains the result',
  description:
    '`at` evaluates it as it was at that time. Where the log does not reach back so far, the answer is 400.',
  place: 'instance',
  body: z
    .object({
      flag: Name.min(1),
      environment: Name.min(1),
      /** Token and header of the request that is asked about; they stand before the headers. */
      token: Name.optional(),
      overlay: OverlayName.optional(),
      context: SentContext.optional(),
      /** Time as of which the flag is evaluated. Absent: now. */
      at: InstantInput.optional(),
    })
    .meta({ id: 'explainSchema' }),
})

/** Halyard's own. It shows what the event log shows to the caller (ADR 81). */
export const findResultChanges = operation({
  operationId: 'findResultChanges',
  method: 'POST',
  path: '/api/halyard/result-changes',
  tag: 'Explain',
  summary: 'Finds the events that changed the result of a flag for a context',
  description:
    'Each change has the result before and after, with its reason. `project` searches all flags of a project. `since` and `until` limit the time. ' +
    '`token` and `overlay` name the API token and the header of the request that is asked about: overrides for them count from when they were set until they ended. ' +
    'At most the newest 100 changes are returned.',
  access: audienceOnly,
  place: 'instance',
  everywhere: true,
  headers: PretendedHeaders,
  body: ResultChangesRequest,
  responses: { 200: ResultChanges },
})
