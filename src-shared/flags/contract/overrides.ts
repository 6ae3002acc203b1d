import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { operation } from '../../contract-engine/operation.ts'
import { EnvironmentParams } from '../../contract-engine/params.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { Audience, Override, SetOverride } from '../schemas/override.ts'

const OVERRIDE =
  '/api/halyard/projects/:projectId/features/:featureName/environments/:environment/overrides/:audience'
const common = { tag: 'Features', everywhere: true } as const
const ofOne = {
  ...common,
  path: OVERRIDE,
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  // no change request asks for an override
  changeControl: controlledInEnvironment(null),
  place: inFlagEnvironment,
  params: EnvironmentParams.extend({ audience: Audience }),
} as const

export const getOverrides = operation({
  ...common,
  operationId: 'getOverrides',
  method: 'GET',
  path: '/api/halyard/overrides',
  summary: 'Lists the overrides of all flags',
  description:
    'Operation of Halyard. An override lies over what a flag says: SDKs get it, and the flag stays as it is.',
  access: audienceOnly,
  responses: { 200: z.object({ overrides: z.array(Override) }).meta({ id: 'overridesSchema' }) },
})

export const setOverride = operation({
  ...ofOne,
  operationId: 'setOverride',
  method: 'PUT',
  summary: 'Overrides a flag in an environment for everybody, or for some',
  description:
    'Operation of Halyard. The audience is `everybody`, `user:ID`, `session:ID`, `application:NAME`, `token:NAME` (the name of an API ' +
    'token) or `header:NAME` (requests with `X-Halyard-Overlay: NAME`). Where several hold, the one for a header comes before those for ' +
    'a user, a session, an application, a token and everybody. For everybody, a token and a header, a flag is on without its parents; ' +
    'otherwise it needs them. `strategies` are checked as those of the flag. `until` is a time, or `restart` for the next start of ' +
    'the service. UPDATE_FEATURE_STRATEGY is needed, too.',
  body: SetOverride,
  responses: { 200: Override },
  errors: [404],
})

export const removeOverride = operation({
  ...ofOne,
  operationId: 'removeOverride',
  method: 'DELETE',
  summary: 'Removes an override of a flag',
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})
