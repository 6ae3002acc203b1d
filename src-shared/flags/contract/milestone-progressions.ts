import { ChangedProgression, MilestoneProgression } from '../schemas/release-plan.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const PROGRESSIONS =
  '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions'
const common = {
  tag: 'Release Plans',
  plan: 'enterprise',
  lifecycle: { since: '7.2.0' },
  access: needs('UPDATE_FEATURE_STRATEGY'),
} as const
const SourceParams = EnvironmentParams.extend({ sourceMilestoneId: PathPart })

export const changeMilestoneProgression = operation({
  ...common,
  operationId: 'changeMilestoneProgression',
  method: 'PUT',
  path: `${PROGRESSIONS}/:sourceMilestoneId`,
  summary: 'Sets the time after which the next milestone starts',
  description:
    'The time counts from when the milestone really started. Time that the plan is paused, or the flag disabled, does not count.',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('changeMilestoneProgression'),
  params: SourceParams,
  body: MilestoneProgression,
  responses: { 200: ChangedProgression },
  errors: [404],
})

export const deleteMilestoneProgression = operation({
  ...common,
  operationId: 'deleteMilestoneProgression',
  method: 'DELETE',
  path: `${PROGRESSIONS}/:sourceMilestoneId`,
  summary: 'Removes the automatic progression of a milestone',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('deleteMilestoneProgression'),
  params: SourceParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})

export const pauseMilestoneProgressions = operation({
  ...common,
  operationId: 'pauseMilestoneProgressions',
  method: 'POST',
  path: `${PROGRESSIONS}/:planId/pause`,
  summary: 'Pauses the automatic progression of a release plan',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment(null),
  params: EnvironmentParams.extend({ planId: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const resumeMilestoneProgressions = operation({
  ...common,
  operationId: 'resumeMilestoneProgressions',
  method: 'POST',
  path: `${PROGRESSIONS}/:planId/resume`,
  summary: 'Resumes a paused release plan with its remaining time',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('resumeMilestoneProgression'),
  params: EnvironmentParams.extend({ planId: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})
