import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { MirrorState } from '../schemas/mirror.ts'

export const getMirror = operation({
  operationId: 'getMirror',
  everywhere: true,
  method: 'GET',
  path: '/api/halyard/mirror',
  tag: 'Unleash Edge',
  summary: 'Returns what this instance mirrors, and how old it is',
  description: 'Operation of Halyard; the original service does not have it.',
  access: audienceOnly,
  responses: { 200: MirrorState },
})
