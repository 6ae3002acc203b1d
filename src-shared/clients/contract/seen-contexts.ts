import { SeenContextsSettings, SeenContextsStatus } from '../schemas/seen-context.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own: the service it is compatible with has no such operations. */
const SEEN_CONTEXTS = '/api/admin/seen-contexts'
const shared = { tag: 'Blast radius', everywhere: true } as const

export const getSeenContexts = operation({
  ...shared,
  operationId: 'getSeenContexts',
  method: 'GET',
  path: SEEN_CONTEXTS,
  summary: 'Returns the number of recorded contexts',
  access: needs('READ_LOGS'),
  responses: { 200: SeenContextsStatus },
})

export const updateSeenContexts = operation({
  ...shared,
  operationId: 'updateSeenContexts',
  method: 'PUT',
  path: SEEN_CONTEXTS,
  summary: 'Turns the recording of contexts on or off; turning it off deletes them',
  access: needs('ADMIN'),
  body: SeenContextsSettings,
  responses: { 200: SeenContextsSettings },
})

export const forgetSeenContexts = operation({
  ...shared,
  operationId: 'forgetSeenContexts',
  method: 'DELETE',
  path: SEEN_CONTEXTS,
  summary: 'Deletes all recorded contexts',
  access: needs('ADMIN'),
  anyContentType: true,
  responses: { 200: null },
})
