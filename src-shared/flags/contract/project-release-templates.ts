import { z } from 'zod'

import { CreateTemplate, ProjectReleaseTemplate, UpdateTemplate } from '../schemas/release-plan.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { inProject } from '../../contract-engine/place.ts'
import { PathPart } from '../../schemas/bounded.ts'

const TEMPLATES = '/api/admin/projects/:projectId/release-templates'
const TemplateParams = ProjectParams.extend({ templateId: PathPart })
const shared = {
  tag: 'Release Templates',
  plan: 'enterprise',
  place: inProject,
  lifecycle: { since: '8.0.0' },
} as const

export const getReleasePlanTemplatesForProject = operation({
  ...shared,
  operationId: 'getReleasePlanTemplatesForProject',
  method: 'GET',
  path: TEMPLATES,
  summary: 'Lists the release templates of a project, optionally with those of the instance',
  access: audienceOnly,
  params: ProjectParams,
  query: z.object({ include: z.enum(['root']).optional() }),
  responses: { 200: z.array(ProjectReleaseTemplate) },
})

export const createReleasePlanTemplateForProject = operation({
  ...shared,
  operationId: 'createReleasePlanTemplateForProject',
  method: 'POST',
  path: TEMPLATES,
  summary: 'Creates a release template for the flags of a project',
  access: needs(['RELEASE_PLAN_TEMPLATE_CREATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE']),
  params: ProjectParams,
  body: CreateTemplate,
  responses: { 200: ProjectReleaseTemplate },
  errors: [404, 409],
})

export const getReleasePlanTemplateForProject = operation({
  ...shared,
  operationId: 'getReleasePlanTemplateForProject',
  method: 'GET',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Returns a release template of a project with its milestones',
  access: audienceOnly,
  params: TemplateParams,
  responses: { 200: ProjectReleaseTemplate },
  errors: [404],
})

export const updateReleasePlanTemplateForProject = operation({
  ...shared,
  operationId: 'updateReleasePlanTemplateForProject',
  method: 'PUT',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Replaces a release template of a project',
  description: 'Omitted milestones stay. The release plans of flags are copies and do not change.',
  access: needs(['RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE']),
  params: TemplateParams,
  body: UpdateTemplate,
  responses: { 200: ProjectReleaseTemplate },
  errors: [404, 409],
})

export const deleteReleasePlanTemplateForProject = operation({
  ...shared,
  operationId: 'deleteReleasePlanTemplateForProject',
  method: 'DELETE',
  path: `${TEMPLATES}/:templateId`,
  summary: 'Deletes a release template of a project; its release plans stay',
  access: needs(['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE']),
  params: TemplateParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const archiveReleasePlanTemplateForProject = operation({
  ...shared,
  operationId: 'archiveReleasePlanTemplateForProject',
  method: 'POST',
  path: `${TEMPLATES}/archive/:templateId`,
  summary: 'Archives a release template of a project, which can then no longer be used',
  access: needs([
    'RELEASE_PLAN_TEMPLATE_DELETE',
    'RELEASE_PLAN_TEMPLATE_UPDATE',
    'UPDATE_PROJECT_RELEASE_TEMPLATE',
  ]),
  params: TemplateParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})
