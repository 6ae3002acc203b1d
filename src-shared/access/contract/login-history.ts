import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { InstantInput, QueryBoolean, QueryInteger } from '../../schemas/scalars.ts'
import { LoginHistory } from '../schemas/login-history.ts'
import { HeadText, Line } from '../../schemas/bounded.ts'

export const getLoginHistory = operation({
  operationId: 'getLoginHistory',
  method: 'GET',
  path: '/api/admin/logins',
  tag: 'Instance',
  summary: 'Lists sign-ins, newest first, as CSV when that is accepted (`Accept: text/csv`)',
  description:
    'Entries are kept for 14 days. Filters and pages are Halyard’s own. Sign-outs are included if `type` is given.',
  access: needs(['ADMIN', 'READ_LOGS']),
  headers: z.object({ accept: HeadText.optional() }),
  query: z.object({
    query: Line.optional(),
    authType: Line.optional(),
    successful: QueryBoolean.optional(),
    type: z.enum(['login', 'logout', 'all']).optional(),
    from: InstantInput.optional(),
    to: InstantInput.optional(),
    limit: QueryInteger.pipe(z.int().min(1).max(10_000)).optional(),
    offset: QueryInteger.pipe(z.int().min(0).max(1_000_000)).optional(),
  }),
  responses: { 200: LoginHistory, 204: null },
  plan: 'enterprise',
  lifecycle: { since: '6.9.0' },
})
