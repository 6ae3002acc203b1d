import { z } from 'zod'

import {
  ClientFeature,
  ClientFeatures,
  ClientMetrics,
  Delta,
  RegisterApplication,
} from '../schemas/client.ts'
import { OverlayHeaders } from '../../flags/schemas/override.ts'
import { QueryList } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText, Line, PathPart, ReportedName } from '../../schemas/bounded.ts'

const tag = 'Client'

/**
 * Conditional requests, and what the SDK says of itself: it decides whether segments are inlined
 * (docs/contract/clients.md#client-features).
 */
/** Headers by which an SDK names itself. */
export const SdkNames = z.object({
  'unleash-appname': ReportedName.optional(),
  'unleash-instanceid': ReportedName.optional(),
  'unleash-connection-id': ReportedName.optional(),
  'unleash-sdk': ReportedName.optional(),
})

export const SdkHeaders = SdkNames.extend({
  ...OverlayHeaders.shape,
  'if-none-match': HeadText.optional(),
  'unleash-client-spec': ReportedName.optional(),
})

export const FeaturesQuery = z.object({
  project: QueryList.optional(),
  tag: QueryList.optional(),
  namePrefix: Line.optional(),
  environment: Line.optional(),
})

export const getAllClientFeatures = operation({
  operationId: 'getAllClientFeatures',
  method: 'GET',
  path: '/api/client/features',
  tag,
  summary: 'Returns the flags of the token for an SDK to evaluate, or 304 if nothing changed',
  audience: 'client',
  access: audienceOnly,
  query: FeaturesQuery,
  headers: SdkHeaders,
  responses: { 200: ClientFeatures, 304: null },
  lifecycle: { since: '3.0.0' },
})

export const getClientFeature = operation({
  operationId: 'getClientFeature',
  method: 'GET',
  path: '/api/client/features/:featureName',
  tag,
  summary: 'Returns a flag as SDKs receive it',
  audience: 'client',
  access: audienceOnly,
  params: z.object({ featureName: PathPart }),
  query: z.object({ environment: Line.optional() }),
  headers: OverlayHeaders,
  responses: { 200: ClientFeature },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const registerClientApplication = operation({
  operationId: 'registerClientApplication',
  method: 'POST',
  path: '/api/client/register',
  tag,
  summary: 'Registers an SDK instance',
  audience: 'client',
  access: audienceOnly,
  headers: SdkNames.pick({ 'unleash-connection-id': true, 'unleash-sdk': true }),
  body: RegisterApplication,
  responses: { 202: null },
  lifecycle: { since: '3.0.0' },
})

export const registerClientMetrics = operation({
  operationId: 'registerClientMetrics',
  method: 'POST',
  path: '/api/client/metrics',
  tag,
  summary: 'Accepts usage metrics of an SDK',
  audience: 'client',
  access: audienceOnly,
  headers: OverlayHeaders,
  body: ClientMetrics,
  responses: { 202: null },
  lifecycle: { since: '3.0.0' },
})

export const getDelta = operation({
  operationId: 'getDelta',
  plan: 'enterprise',
  method: 'GET',
  path: '/api/client/delta',
  tag,
  summary: "Returns the changes since an SDK's revision, or everything at first",
  audience: 'client',
  access: audienceOnly,
  query: FeaturesQuery,
  headers: SdkNames.extend({ ...OverlayHeaders.shape, 'if-none-match': HeadText.optional() }),
  responses: { 200: Delta, 304: null },
  lifecycle: { since: '6.9.0' },
})

export const getStreaming = operation({
  operationId: 'getStreaming',
  method: 'GET',
  path: '/api/client/streaming',
  tag,
  summary: 'Streams the client features and then every change (server-sent events)',
  audience: 'client',
  access: audienceOnly,
  query: FeaturesQuery,
  headers: SdkNames.extend({
    ...OverlayHeaders.shape,
    accept: HeadText.optional(),
    'last-event-id': HeadText.optional(),
  }),
  responses: { 200: z.string().meta({ description: 'text/event-stream of delta answers' }) },
  plan: 'enterprise',
  lifecycle: { since: '6.9.0' },
})
