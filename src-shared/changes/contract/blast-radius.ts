import { z } from 'zod'

import { BlastRadius, ProposedChanges, ProposedSegment, SeenWindow } from '../schemas/blast-radius.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

/** Halyard's own: the service it is compatible with has no such operations. Who may read the project may ask. */
const shared = { tag: 'Blast radius', access: audienceOnly, everywhere: true } as const
const answers = { 200: BlastRadius } as const

export const getBlastRadius = operation({
  ...shared,
  operationId: 'getBlastRadius',
  method: 'POST',
  path: '/api/admin/projects/:projectId/blast-radius',
  summary: "Returns the recorded contexts for which a change would alter a flag's result",
  description: 'The changes are made by their own operations and then rolled back.',
  place: inProject,
  params: ProjectParams,
  body: ProposedChanges,
  responses: answers,
  errors: [404, 409],
})

export const getSegmentBlastRadius = operation({
  ...shared,
  operationId: 'getSegmentBlastRadius',
  method: 'POST',
  path: '/api/admin/segments/:id/blast-radius',
  summary: 'Returns the blast radius of changing or deleting a segment',
  params: z.object({ id: integerParam('id') }),
  body: ProposedSegment,
  responses: answers,
  errors: [404, 409],
})

export const getChangeRequestBlastRadius = operation({
  ...shared,
  operationId: 'getChangeRequestBlastRadius',
  method: 'GET',
  path: '/api/admin/projects/:projectId/change-requests/:id/blast-radius',
  summary: 'Returns the blast radius of an open change request',
  place: inProject,
  params: ProjectParams.extend({ id: integerParam('id') }),
  query: z.object({ window: SeenWindow.optional() }),
  responses: answers,
  errors: [400, 404, 409],
  plan: 'enterprise',
})
