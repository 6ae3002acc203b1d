import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { CollectedFeedback, ProvideFeedback } from '../schemas/feedback.ts'

const shared = { tag: 'Feedback', plan: 'enterprise', lifecycle: { since: '5.9.0' } } as const

export const getFeedback = operation({
  ...shared,
  operationId: 'getFeedback',
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'Lists the latest feedback about the window, newest first',
  access: needs('ADMIN'),
  responses: { 200: z.array(CollectedFeedback).meta({ id: 'feedbackListSchema' }) },
})

export const provideFeedback = operation({
  ...shared,
  operationId: 'provideFeedback',
  method: 'POST',
  path: '/feedback',
  summary: 'Keeps feedback about the window, without the name of the caller; it stays on this instance',
  access: audienceOnly,
  body: ProvideFeedback,
  responses: { 200: CollectedFeedback },
})
