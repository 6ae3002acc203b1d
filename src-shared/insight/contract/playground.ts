import {
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  PastPlaygroundRequest,
  PastPlaygroundResponse,
  PlaygroundRequest,
  PlaygroundResponse,
} from '../schemas/playground.ts'
import { PretendedHeaders } from '../../flags/schemas/override.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Playground'
const PLAYGROUND = '/api/admin/playground'

export const getPlayground = operation({
  operationId: 'getPlayground',
  method: 'POST',
  path: PLAYGROUND,
  tag,
  summary: 'Evaluates the flags of an environment for a context and explains each result',
  access: audienceOnly,
  headers: PretendedHeaders,
  place: 'instance',
  body: PlaygroundRequest,
  responses: { 200: PlaygroundResponse },
})

export const getAdvancedPlayground = operation({
  operationId: 'getAdvancedPlayground',
  method: 'POST',
  path: `${PLAYGROUND}/advanced`,
  tag,
  summary: 'Evaluates flags for several environments and every combination of comma-separated values',
  access: audienceOnly,
  headers: PretendedHeaders,
  place: 'instance',
  body: AdvancedPlaygroundRequest,
  responses: { 200: AdvancedPlaygroundResponse },
})

/** Halyard's own. The past is what the event log shows to the caller (ADR 81). */
export const getPastPlayground = operation({
  operationId: 'getPastPlayground',
  method: 'POST',
  path: '/api/halyard/playground',
  tag,
  summary: 'Evaluates flags as they were at a time, for several environments and combinations of values',
  description:
    'Flags whose past the log does not hold are left out, and named in `unknown`. Where the log does not reach back so far at all, the answer is 400.',
  access: audienceOnly,
  place: 'instance',
  everywhere: true,
  headers: PretendedHeaders,
  body: PastPlaygroundRequest,
  responses: { 200: PastPlaygroundResponse },
})
