import { z } from 'zod'

import {
  FlagManifest,
  RemoteEvaluation,
  RemoteEvaluations,
  RemoteRequest,
} from '../schemas/remote-evaluation.ts'
import { OverlayHeaders } from '../../flags/schemas/override.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { secretParam } from '../../contract-engine/secret-params.ts'
import { HeadText, PathPart, ReportedName } from '../../schemas/bounded.ts'

const FLAGS = '/ofrep/v1/evaluate/flags'
const shared = {
  tag: 'OpenFeature',
  method: 'POST',
  audience: 'sdk',
  access: audienceOnly,
  everywhere: true,
  body: RemoteRequest,
} as const

export const evaluateFlag = operation({
  ...shared,
  operationId: 'evaluateFlag',
  path: `${FLAGS}/:key`,
  summary: 'Evaluates a flag for an OpenFeature SDK',
  params: z.object({ key: PathPart }),
  headers: OverlayHeaders,
  responses: { 200: RemoteEvaluation },
  errors: [404],
})

export const evaluateFlagsBulk = operation({
  ...shared,
  operationId: 'evaluateFlagsBulk',
  path: FLAGS,
  summary: 'Evaluates all flags for an OpenFeature SDK, or returns 304 if the results are the same',
  headers: OverlayHeaders.extend({
    'if-none-match': HeadText.optional(),
    'unleash-appname': ReportedName.optional(),
  }),
  responses: { 200: RemoteEvaluations, 304: null },
})

export const getFlagManifest = operation({
  operationId: 'getFlagManifest',
  method: 'GET',
  path: '/openfeature/v0/manifest',
  tag: 'OpenFeature',
  summary: "Lists the flags of a token with their types, for OpenFeature's command line",
  // frontend tokens stand in pages: whoever has one sees neither descriptions nor flags that are off
  audience: 'client',
  access: audienceOnly,
  everywhere: true,
  responses: { 200: FlagManifest },
})

export const streamFlagChanges = operation({
  operationId: 'streamFlagChanges',
  method: 'GET',
  path: '/ofrep/v1/event-streams/:ticket',
  tag: 'OpenFeature',
  summary: 'Tells an OpenFeature SDK when to evaluate its flags again (server-sent events)',
  audience: 'open',
  access: audienceOnly,
  everywhere: true,
  params: z.object({ ticket: secretParam() }),
  headers: z.object({ 'last-event-id': HeadText.optional() }),
  responses: { 200: z.string().meta({ description: 'text/event-stream of refetchEvaluation events' }) },
  errors: [401, 429],
})
