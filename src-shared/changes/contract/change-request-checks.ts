import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { ChangeRequestChecks } from '../schemas/change-request-checks.ts'

/** Halyard's own (ADR 84). */
export const checkChangeRequest = operation({
  tag: 'Change Requests',
  everywhere: true,
  access: audienceOnly,
  operationId: 'checkChangeRequest',
  method: 'GET',
  path: '/api/halyard/change-requests/:id/checks',
  summary: 'Checks a change request against policies and expectations',
  description:
    'Operation of Halyard. For requests that are open or scheduled: as if it were applied now. Nothing is applied. Expectations are those ' +
    'of its flags in its environment; of all flags of the project, where it changes a segment. A request with conflicts is 409.',
  params: z.object({ id: integerParam('id') }),
  responses: { 200: ChangeRequestChecks },
  errors: [404, 409],
})
