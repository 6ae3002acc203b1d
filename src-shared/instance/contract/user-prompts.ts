import { z } from 'zod'

import { InstantInput } from '../../schemas/scalars.ts'
import { Feedback } from '../schemas/ui-config.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Admin UI'
const FEEDBACK = '/api/admin/feedback'
/** Chosen by the page that asks. It becomes a member's name in the answer of `getMe`, and this one would not. */
const PromptId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!__proto__$)/)

export const updateSplashSettings = operation({
  operationId: 'updateSplashSettings',
  method: 'POST',
  path: '/api/admin/splash/:id',
  tag,
  summary: 'Records that the caller has seen a splash page',
  access: audienceOnly,
  params: z.object({ id: PromptId }),
  anyContentType: true,
  responses: {
    200: z
      .object({ userId: z.int().optional(), splashId: z.string(), seen: z.boolean() })
      .meta({ id: 'splashResponseSchema' }),
  },
  errors: [400],
})

export const createFeedback = operation({
  operationId: 'createFeedback',
  method: 'POST',
  path: FEEDBACK,
  tag,
  summary: 'Records that the caller was asked for feedback',
  access: audienceOnly,
  body: z
    .object({ feedbackId: PromptId, neverShow: z.boolean().optional() })
    .meta({ id: 'feedbackCreateSchema' }),
  responses: { 200: Feedback },
})

export const updateFeedback = operation({
  operationId: 'updateFeedback',
  method: 'PUT',
  path: `${FEEDBACK}/:id`,
  tag,
  summary: 'Changes the recorded feedback',
  description: 'It is always that of the caller: a `userId` that is sent makes no difference.',
  access: audienceOnly,
  params: z.object({ id: PromptId }),
  body: z
    .object({
      userId: z.int().optional(),
      neverShow: z.boolean().optional(),
      given: InstantInput.nullable().optional(),
    })
    .meta({ id: 'feedbackUpdateSchema' }),
  responses: { 200: Feedback },
})
