import {
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
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
