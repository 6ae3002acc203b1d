import { CreateSafeguard } from '../schemas/safeguard.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const FLAG = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'
const PlanParams = EnvironmentParams.extend({ planId: PathPart })
const common = { tag: 'Release Plans', plan: 'enterprise', lifecycle: { since: '7.4.0' } } as const

const description =
  'Which safeguard is meant follows from its metric: name, source, time range, aggregation and labels. It is judged by the ' +
  'impact metrics of SDKs, or else the custom metrics of the last hour, as far as they are reported in its environment with a token of ' +
  'its project or of all projects; where there are none it does nothing, and the header `Halyard-Note` says why.'

export const changeReleasePlanSafeguard = operation({
  ...common,
  operationId: 'changeReleasePlanSafeguard',
  method: 'PUT',
  path: `${FLAG}/release-plans/:planId/safeguards`,
  summary: 'Creates a safeguard that pauses a release plan beyond a threshold',
  description,
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('changeReleasePlanSafeguard'),
  params: PlanParams,
  body: CreateSafeguard,
  responses: { 204: null },
  errors: [404],
})

export const deleteReleasePlanSafeguard = operation({
  ...common,
  operationId: 'deleteReleasePlanSafeguard',
  method: 'DELETE',
  path: `${FLAG}/release-plans/:planId/safeguards/:safeguardId`,
  summary: 'Removes a safeguard of a release plan',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('deleteReleasePlanSafeguard'),
  params: PlanParams.extend({ safeguardId: PathPart }),
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})

export const changeFeatureEnvSafeguard = operation({
  ...common,
  operationId: 'changeFeatureEnvSafeguard',
  method: 'PUT',
  path: `${FLAG}/safeguards`,
  summary: 'Creates a safeguard that disables a flag in an environment beyond a threshold',
  description,
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('changeFeatureEnvSafeguard'),
  params: EnvironmentParams,
  body: CreateSafeguard,
  responses: { 204: null },
  errors: [404],
})

export const deleteFeatureEnvSafeguard = operation({
  ...common,
  operationId: 'deleteFeatureEnvSafeguard',
  method: 'DELETE',
  path: `${FLAG}/safeguards/:safeguardId`,
  summary: 'Removes a safeguard of a flag in an environment',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('deleteFeatureEnvSafeguard'),
  params: EnvironmentParams.extend({ safeguardId: PathPart }),
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})
