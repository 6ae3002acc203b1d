import {
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  PlaygroundRequest,
  PlaygroundResponse,
} from '../schemas/playground.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Playground'
const PLAYGROUND = '/api/admin/playground'

export const getPlayground = operation({
  operationId: 'getPlayground',
  method: 'POST',
  path: PLAYGROUND,
  tag,
  summary: 'Evaluates the flags of an environment for a context, and says why each came out as it did',
  access: audienceOnly,
  place: 'instance',
  body: PlaygroundRequest,
  responses: { 200: PlaygroundResponse },
})

export const getAdvancedPlayground = operation({
  operationId: 'getAdvancedPlayground',
  method: 'POST',
  path: `${PLAYGROUND}/advanced`,
  tag,
  summary: 'The same for several environments, and for every combination of values separated by commas',
  access: audienceOnly,
  place: 'instance',
  body: AdvancedPlaygroundRequest,
  responses: { 200: AdvancedPlaygroundResponse },
})
