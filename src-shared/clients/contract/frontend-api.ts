import { z } from 'zod'

import { ClientMetrics, FrontendContext, FrontendToggle, RegisterApplication } from '../schemas/client.ts'
import { OverlayHeaders } from '../../flags/schemas/override.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText, ReportedName } from '../../schemas/bounded.ts'

const tag = 'Frontend API'
const shared = { tag, audience: 'frontend', access: audienceOnly, lifecycle: { since: '4.18.0' } } as const

/** `X-Halyard-Reason: true` asks for all flags, each with its reason; SDKs that do not ask get what they know. */
const headers = OverlayHeaders.extend({
  'x-halyard-reason': HeadText.optional(),
  'unleash-appname': ReportedName.optional(),
  'unleash-sdk': HeadText.optional(),
})

const Toggles = z.object({ toggles: z.array(FrontendToggle) }).meta({ id: 'frontendApiFeaturesSchema' })

export const getFrontendFeatures = operation({
  ...shared,
  operationId: 'getFrontendFeatures',
  method: 'GET',
  path: '/api/frontend',
  summary: 'Evaluates all flags for the context in the query and returns the enabled ones',
  headers,
  query: FrontendContext,
  responses: { 200: Toggles },
})

export const getFrontendFeaturesWithPost = operation({
  ...shared,
  operationId: 'getFrontendApiFeaturesWithPost',
  method: 'POST',
  path: '/api/frontend',
  summary: 'Evaluates all flags for the context in the body and returns the enabled ones',
  headers,
  body: z.object({ context: FrontendContext.optional() }).meta({ id: 'frontendApiFeaturesPostSchema' }),
  responses: { 200: Toggles },
})

export const registerFrontendMetrics = operation({
  ...shared,
  operationId: 'registerFrontendMetrics',
  method: 'POST',
  path: '/api/frontend/client/metrics',
  summary: 'Accepts usage metrics of a frontend SDK',
  headers: OverlayHeaders,
  body: ClientMetrics,
  responses: { 200: z.literal('OK') },
})

export const registerFrontendClient = operation({
  ...shared,
  operationId: 'registerFrontendClient',
  method: 'POST',
  path: '/api/frontend/client/register',
  summary: 'Registers a frontend SDK instance',
  headers: z.object({
    'unleash-connection-id': ReportedName.optional(),
    'unleash-sdk': ReportedName.optional(),
  }),
  body: RegisterApplication,
  responses: { 200: z.literal('OK') },
})
