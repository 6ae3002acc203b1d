import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { InstantInput, QueryInteger } from '../../schemas/scalars.ts'
import { Past, PastKind, RestorePreview, RestoreRequest } from '../schemas/past.ts'
import { UndoResult } from '../schemas/undo.ts'
import { Line } from '../../schemas/bounded.ts'

const PAST = '/api/admin/past'
/** Halyard's own, as undo is. It shows what the event log shows to the caller. */
const shared = { tag: 'Undo', access: audienceOnly, everywhere: true } as const

export const getPast = operation({
  ...shared,
  operationId: 'getPast',
  method: 'GET',
  path: PAST,
  summary: 'Shows a flag, segment, role, project or the whole instance as it was at a time',
  description:
    'The events since then are replayed backwards. `and` compares with another time instead of now.',
  query: z.object({
    /** Absent: the whole instance. */
    kind: PastKind.optional(),
    /** Name or id; not for the instance. */
    name: Line.optional(),
    /** Absent: a day ago. */
    at: InstantInput.optional(),
    and: InstantInput.optional(),
    changedOnly: z.enum(['true', 'false']).optional(),
    offset: QueryInteger.optional(),
    limit: QueryInteger.optional(),
  }),
  responses: { 200: Past },
  errors: [404],
})

export const previewRestore = operation({
  ...shared,
  operationId: 'previewRestore',
  method: 'POST',
  path: `${PAST}/restore/preview`,
  summary: 'Shows what restoring a part as it was would change, or why it cannot be done',
  body: RestoreRequest,
  responses: { 200: RestorePreview },
})

export const restorePart = operation({
  ...shared,
  operationId: 'restorePart',
  method: 'POST',
  path: `${PAST}/restore`,
  summary: 'Restores a part as it was at a time',
  body: RestoreRequest,
  responses: { 200: UndoResult },
  errors: [409],
})
