import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const shared = {
  path: '/api/admin/email-subscription/:subscription',
  tag: 'Users',
  access: audienceOnly,
  params: z.object({ subscription: PathPart }),
  anyContentType: true,
  responses: { 202: null },
  errors: [400, 404],
  plan: 'enterprise',
  lifecycle: { since: '6.0.0' },
} as const

export const subscribeEmailSubscription = operation({
  ...shared,
  operationId: 'subscribeEmailSubscription',
  method: 'PUT',
  summary: 'Subscribes the caller to an e-mail, such as the productivity report',
})

export const unsubscribeEmailSubscription = operation({
  ...shared,
  operationId: 'unsubscribeEmailSubscription',
  method: 'DELETE',
  summary: "Ends the caller's subscription to an e-mail",
})
