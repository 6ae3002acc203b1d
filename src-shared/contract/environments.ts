import { z } from 'zod'

import { EnvironmentListItem } from '../schemas/environment.ts'
import { audienceOnly } from './access.ts'
import { operation } from './operation.ts'

export const getAllEnvironments = operation({
  operationId: 'getAllEnvironments',
  method: 'GET',
  path: '/api/admin/environments',
  tag: 'Environments',
  summary: 'Lists the environments of the instance, in their order',
  access: audienceOnly,
  responses: { 200: z.object({ version: z.literal(1), environments: z.array(EnvironmentListItem) }) },
})
