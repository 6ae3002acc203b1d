import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { UndoPreview, UndoResult, UndoScope } from '../schemas/undo.ts'

/**
 * Halyard's own: the service it is compatible with has no such operations. Everybody may ask; the operations that do
 * the reverse decide who may undo.
 */
const shared = { tag: 'Undo', access: audienceOnly, everywhere: true } as const
const params = z.object({ eventId: integerParam('eventId') })

export const previewUndo = operation({
  ...shared,
  operationId: 'previewUndo',
  method: 'POST',
  path: '/api/admin/undo/:eventId/preview',
  summary: 'Shows what undoing an event would change, and what stands in its way',
  description: 'The undo is tried and rolled back.',
  params,
  body: UndoScope,
  bodyIsOptional: true,
  responses: { 200: UndoPreview },
  errors: [404],
})

export const undoEvent = operation({
  ...shared,
  operationId: 'undoEvent',
  method: 'POST',
  path: '/api/admin/undo/:eventId',
  summary: 'Undoes an event by the operations that do the reverse, if nothing newer depends on it',
  description:
    'It needs the permissions of these operations. The undo is an event that names those it undid.',
  params,
  body: UndoScope,
  bodyIsOptional: true,
  responses: { 200: UndoResult },
  errors: [404, 409],
})
