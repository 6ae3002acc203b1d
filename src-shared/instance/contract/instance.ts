import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const Health = z.object({ health: z.literal('GOOD') }).meta({ id: 'healthCheckSchema' })

export const getHealth = operation({
  operationId: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Operational',
  summary: 'Checks that the process responds',
  audience: 'open',
  access: audienceOnly,
  responses: { 200: Health },
  lifecycle: { since: '3.0.0' },
})

export const getReady = operation({
  operationId: 'getReady',
  method: 'GET',
  path: '/ready',
  tag: 'Operational',
  summary: 'Checks that the service can read and write its data',
  description:
    'Answers 503 while the store refuses writes (a full or unplugged disk), the database does not answer, or the service is being stopped; a mirror also until it has flags. `/health` says only that the process runs.',
  audience: 'open',
  access: audienceOnly,
  responses: { 200: Health },
})
