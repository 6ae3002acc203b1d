import { z } from 'zod'

import {
  CreateTemplate,
  Milestone,
  MilestoneInput,
  MilestoneStrategy,
  MilestoneStrategyInput,
  ReleasePlanTemplate,
  UpdateMilestone,
  UpdateMilestoneStrategy,
  UpdateTemplate,
} from '../schemas/release-plan.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const TEMPLATES = '/api/admin/release-plan-templates'
const TemplateParams = z.object({ templateId: PathPart })
const MilestoneParams = TemplateParams.extend({ milestoneId: PathPart })
const StrategyParams = MilestoneParams.extend({ strategyId: PathPart })
const common = { tag: 'Release Templates', plan: 'enterprise', lifecycle: { since: '6.8.0' } } as const

const mayUpdate = needs('RELEASE_PLAN_TEMPLATE_UPDATE')

export const getReleasePlanTemplates = operation({
  ...common,
  operationId: 'getReleasePlanTemplates',
  method: 'GET',
  path: TEMPLATES,
  summary: 'Lists all release templates, including archived ones',
  access: audienceOnly,
  responses: { 200: z.array(ReleasePlanTemplate).meta({ id: 'releasePlanTemplatesSchema' }) },
})

export const createReleasePlanTemplate = operation({
  ...common,
  operationId: 'createReleasePlanTemplate',
  method: 'POST',
  path: TEMPLATES,
  summary: 'Creates a release template',
  access: needs('RELEASE_PLAN_TEMPLATE_CREATE'),
  body: CreateTemplate,
  responses: { 200: ReleasePlanTemplate },
  errors: [404, 409],
})

export const getReleasePlanTemplate = operation({
  ...common,
  operationId: 'getReleasePlanTemplate',
  method: 'GET',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Returns a release template with its milestones',
  access: audienceOnly,
  params: TemplateParams,
  responses: { 200: ReleasePlanTemplate },
  errors: [404],
})

export const updateReleasePlanTemplate = operation({
  ...common,
  operationId: 'updateReleasePlanTemplate',
  method: 'PUT',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Replaces a release template',
  description: 'Omitted milestones stay. The release plans of flags are copies and do not change.',
  access: mayUpdate,
  params: TemplateParams,
  body: UpdateTemplate,
  responses: { 200: ReleasePlanTemplate },
  errors: [404, 409],
})

export const deleteReleasePlanTemplate = operation({
  ...common,
  operationId: 'deleteReleasePlanTemplate',
  method: 'DELETE',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Deletes a release template; its release plans stay',
  access: needs('RELEASE_PLAN_TEMPLATE_DELETE'),
  params: TemplateParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const archiveReleasePlanTemplate = operation({
  ...common,
  operationId: 'archiveReleasePlanTemplate',
  method: 'POST',
  path: `${TEMPLATES}/archive/:templateId`,
  summary: 'Archives a release template, which can then no longer be used',
  access: needs(['RELEASE_PLAN_TEMPLATE_DELETE', 'RELEASE_PLAN_TEMPLATE_UPDATE']),
  params: TemplateParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const addReleasePlanTemplateMilestone = operation({
  ...common,
  operationId: 'addReleasePlanTemplateMilestone',
  method: 'POST',
  path: `${TEMPLATES}/:templateId/milestones`,
  summary: 'Adds a milestone to a release template',
  access: mayUpdate,
  params: TemplateParams,
  body: MilestoneInput,
  responses: { 200: Milestone },
  errors: [404],
})

export const updateReleasePlanTemplateMilestone = operation({
  ...common,
  operationId: 'updateReleasePlanTemplateMilestone',
  method: 'PUT',
  path: `${TEMPLATES}/:templateId/milestones/:milestoneId`,
  summary: 'Changes a milestone of a release template; omitted fields stay',
  access: mayUpdate,
  params: MilestoneParams,
  body: UpdateMilestone,
  responses: { 200: Milestone },
  errors: [404],
})

export const deleteReleasePlanTemplateMilestone = operation({
  ...common,
  operationId: 'deleteReleasePlanTemplateMilestone',
  method: 'DELETE',
  path: `${TEMPLATES}/:templateId/milestones/:milestoneId`,
  summary: 'Removes a milestone from a release template',
  access: mayUpdate,
  params: MilestoneParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const addReleasePlanTemplateStrategy = operation({
  ...common,
  operationId: 'addReleasePlanTemplateStrategy',
  method: 'POST',
  path: `${TEMPLATES}/:templateId/milestones/:milestoneId/strategies`,
  summary: 'Adds a strategy to a milestone of a release template',
  access: mayUpdate,
  params: MilestoneParams,
  body: MilestoneStrategyInput,
  responses: { 200: Milestone },
  errors: [404],
})

export const updateReleasePlanTemplateStrategy = operation({
  ...common,
  operationId: 'updateReleasePlanTemplateStrategy',
  method: 'PUT',
  path: `${TEMPLATES}/:templateId/milestones/:milestoneId/strategies/:strategyId`,
  summary: 'Changes a strategy of a release template; omitted fields stay',
  access: mayUpdate,
  params: StrategyParams,
  body: UpdateMilestoneStrategy,
  responses: { 200: MilestoneStrategy },
  errors: [404],
})

export const deleteReleasePlanTemplateStrategy = operation({
  ...common,
  operationId: 'deleteReleasePlanTemplateStrategy',
  method: 'DELETE',
  path: `${TEMPLATES}/:templateId/milestones/:milestoneId/strategies/:strategyId`,
  summary: 'Removes a strategy from a milestone of a release template',
  access: mayUpdate,
  params: StrategyParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})
