import { z } from 'zod'

import {
  Milestone,
  MilestoneStrategy,
  ReleasePlan,
  ReleaseStatus,
  TemplateChoice,
  UpdateMilestoneStrategy,
} from '../schemas/release-plan.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams, StrategyParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const FLAG = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'
const PLANS = `${FLAG}/release-plans`
const PlanParams = EnvironmentParams.extend({ planId: PathPart })
const common = { tag: 'Release Plans', plan: 'enterprise', lifecycle: { since: '6.8.0' } } as const

const ReleasePlans = z.array(ReleasePlan).meta({ id: 'releasePlansSchema' })

export const getReleasePlans = operation({
  ...common,
  operationId: 'getReleasePlans',
  method: 'GET',
  path: PLANS,
  summary: 'Lists the release plan of a flag in an environment, if there is one',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: { 200: ReleasePlans },
  errors: [404],
})

export const oldGetReleasePlans = operation({
  ...common,
  operationId: 'oldGetReleasePlans',
  method: 'GET',
  path: `${FLAG}/release_plans`,
  summary: 'Returns the same list under its former path',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: { 200: ReleasePlans },
  errors: [404],
  lifecycle: { since: '6.8.0', deprecated: '7.0.0', replacement: PLANS },
})

export const addReleasePlan = operation({
  ...common,
  operationId: 'addReleasePlan',
  method: 'POST',
  path: PLANS,
  summary: 'Adds a release plan to a flag environment from a template',
  description:
    'Where the flag is enabled the first milestone starts at once, else when it is enabled. A flag has one plan in an environment.',
  access: needs('CREATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('addReleasePlan'),
  params: EnvironmentParams,
  body: TemplateChoice,
  responses: { 200: ReleasePlan },
  errors: [404, 409],
})

export const deleteReleasePlan = operation({
  ...common,
  operationId: 'deleteReleasePlan',
  method: 'DELETE',
  path: `${PLANS}/:planId`,
  summary: 'Removes the release plan of a flag and the strategies of its milestones',
  description: 'Where no other enabled strategy is left the flag is disabled in the environment.',
  access: needs('DELETE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('deleteReleasePlan'),
  params: PlanParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const startMilestone = operation({
  ...common,
  operationId: 'startMilestone',
  method: 'POST',
  path: `${PLANS}/:planId/milestones/:milestoneId/start`,
  summary: 'Starts a milestone; its strategies replace those of the active milestone',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('startMilestone'),
  params: PlanParams.extend({ milestoneId: PathPart }),
  anyContentType: true,
  responses: { 200: Milestone },
  errors: [400, 404],
})

export const updateMilestoneStrategy = operation({
  ...common,
  operationId: 'updateMilestoneStrategy',
  method: 'PUT',
  path: `${FLAG}/milestone-strategies/:strategyId`,
  summary: "Changes a strategy of a release plan's milestone",
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('updateMilestoneStrategy'),
  params: StrategyParams,
  body: UpdateMilestoneStrategy,
  responses: { 200: MilestoneStrategy },
  errors: [404],
})

/** Former paths of the same use cases. */
const OLD_PLANS = `${FLAG}/release_plans`
const former = (replacement: string) =>
  ({ lifecycle: { since: '6.8.0', deprecated: '7.0.0', replacement } }) as const

export const oldAddReleasePlan = {
  ...addReleasePlan,
  operationId: 'oldAddReleasePlan',
  path: OLD_PLANS,
  summary: 'Adds a release plan to a flag, under its former path',
  ...former(addReleasePlan.path),
}

export const oldRemoveReleasePlan = {
  ...deleteReleasePlan,
  operationId: 'oldRemoveReleasePlan',
  path: `${OLD_PLANS}/:planId`,
  summary: 'Removes the release plan of a flag, under its former path',
  ...former(deleteReleasePlan.path),
}

export const oldStartMilestone = {
  ...startMilestone,
  operationId: 'oldStartMilestone',
  path: `${OLD_PLANS}/:planId/milestones/:milestoneId/start`,
  summary: 'Starts a milestone, under its former path',
  ...former(startMilestone.path),
}

export const getReleaseStatus = operation({
  ...common,
  operationId: 'getReleaseStatus',
  method: 'GET',
  path: `${FLAG}/release-status`,
  summary: "Returns the next milestone's due time, what holds it up, and the safeguards' measurements",
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: { 200: ReleaseStatus },
  errors: [404],
})
