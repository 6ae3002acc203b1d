import { z } from 'zod'

import { Explanation } from '../schemas/explanation.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const EXPLAIN = '/api/admin/explain'
const shared = {
  everywhere: true,
  tag: 'Explain',
  access: audienceOnly,
  responses: { 200: Explanation },
} as const

/** Any further member is a field of the context; `properties[x]` too. */
export const ExplainQuery = z
  .object({
    flag: z.string().min(1),
    environment: z.string().min(1),
    properties: z.record(z.string(), z.unknown()).optional(),
  })
  .catchall(z.unknown())

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
  place: 'instance',
  body: z
    .object({
      flag: z.string().min(1),
      environment: z.string().min(1),
      context: z
        .object({ properties: z.record(z.string(), z.unknown()).optional() })
        .catchall(z.unknown())
        .optional(),
    })
    .meta({ id: 'explainSchema' }),
})
