import { z } from 'zod'

import {
  AccessDecision,
  NamedUser,
  SimulateAccess,
  WhoCan,
  WhoCanAnswer,
} from '../schemas/access-decision.ts'
import { AccessChange, AccessPreview } from '../schemas/access-preview.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const ACCESS = '/api/admin/access'

/** Halyard's own: the service it is compatible with has no such operations. */
const shared = {
  method: 'POST',
  tag: 'Access',
  access: needs('ADMIN'),
  everywhere: true,
} as const

export const simulateAccess = operation({
  ...shared,
  operationId: 'simulateAccess',
  path: `${ACCESS}/simulator`,
  summary: 'Checks whether a user may perform an operation, and explains why',
  place: 'instance',
  body: SimulateAccess,
  responses: {
    200: z.object({ user: NamedUser, decision: AccessDecision }).meta({ id: 'simulatedAccessSchema' }),
  },
  errors: [404],
})

export const whoCan = operation({
  ...shared,
  operationId: 'whoCan',
  path: `${ACCESS}/who-can`,
  summary: 'Lists the users who may perform an operation, and the source of each permission',
  place: 'instance',
  body: WhoCan,
  responses: { 200: WhoCanAnswer },
})

export const previewAccess = operation({
  ...shared,
  operationId: 'previewAccess',
  path: `${ACCESS}/preview`,
  summary: 'Previews the permissions gained and lost by a change of access',
  place: 'instance',
  body: AccessChange,
  responses: { 200: AccessPreview },
  errors: [404],
})
