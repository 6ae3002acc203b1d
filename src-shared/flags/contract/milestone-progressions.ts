import { z } from 'zod'

import { ChangedProgression, MilestoneProgression } from '../schemas/release-plan.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams } from '../../contract-engine/params.ts'

const PROGRESSIONS =
  '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions'
const common = {
  tag: 'Release Plans',
  plan: 'enterprise',
  lifecycle: { since: '7.2.0' },
  access: needs('UPDATE_FEATURE_STRATEGY'),
} as const
const SourceParams = EnvironmentParams.extend({ sourceMilestoneId: z.string() })

export const changeMilestoneProgression = operation({
  ...common,
  operationId: 'changeMilestoneProgression',
  method: 'PUT',
  path: `${PROGRESSIONS}/:sourceMilestoneId`,
  summary: 'Sets after which time a milestone is followed by the next one',
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
  summary: 'A milestone is no longer followed by the next one by itself',
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
  summary: 'Pauses a plan: no milestone starts by itself until it is resumed',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment(null),
  params: EnvironmentParams.extend({ planId: z.string() }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const resumeMilestoneProgressions = operation({
  ...common,
  operationId: 'resumeMilestoneProgressions',
  method: 'POST',
  path: `${PROGRESSIONS}/:planId/resume`,
  summary: 'Lets a plan that is paused go on; what was left of its time is still to pass',
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('resumeMilestoneProgression'),
  params: EnvironmentParams.extend({ planId: z.string() }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})
