import { z } from 'zod'

import {
  CreateProject,
  ProjectCreated,
  UpdateProject,
  UpdateProjectSettings,
} from '../schemas/project-lifecycle.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const PROJECTS = '/api/admin/projects'
const shared = { tag: 'Projects', plan: 'enterprise' } as const

export const createProject = operation({
  ...shared,
  operationId: 'createProject',
  method: 'POST',
  path: PROJECTS,
  summary: 'Creates a project and makes the caller its Owner',
  access: needs('CREATE_PROJECT'),
  place: 'instance',
  body: CreateProject,
  responses: { 201: ProjectCreated },
  location: ({ id }) => `projects/${id}`,
  errors: [409],
})

export const validateProject = operation({
  ...shared,
  operationId: 'validateProject',
  method: 'POST',
  path: `${PROJECTS}/validate`,
  summary: 'Validates a project ID',
  access: needs('CREATE_PROJECT'),
  body: z
    .object({ id: CreateProject.shape.id.unwrap().unwrap().min(1) })
    .meta({ id: 'validateProjectSchema' }),
  responses: { 200: null },
  errors: [409],
})

export const updateProject = operation({
  ...shared,
  operationId: 'updateProject',
  method: 'PUT',
  path: `${PROJECTS}/:projectId`,
  summary: 'Changes the name, description, mode and stickiness of a project',
  access: needs(['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']),
  place: inProject,
  params: ProjectParams,
  body: UpdateProject,
  responses: { 200: null },
  errors: [404],
})

export const updateProjectEnterpriseSettings = operation({
  ...shared,
  operationId: 'updateProjectEnterpriseSettings',
  method: 'PUT',
  path: `${PROJECTS}/:projectId/settings`,
  summary: 'Changes the mode, naming pattern, link templates and flag limit of a project',
  access: needs(['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']),
  place: inProject,
  params: ProjectParams,
  body: UpdateProjectSettings,
  responses: { 200: null },
  errors: [404],
})

const ending = {
  ...shared,
  access: needs('DELETE_PROJECT'),
  place: inProject,
  params: ProjectParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
} as const

export const deleteProject = operation({
  ...ending,
  operationId: 'deleteProject',
  method: 'DELETE',
  path: `${PROJECTS}/:projectId`,
  summary: 'Deletes a project that has no active flags',
})

export const archiveProject = operation({
  ...ending,
  operationId: 'archiveProject',
  method: 'POST',
  path: `${PROJECTS}/archive/:projectId`,
  summary: 'Archives a project whose flags are all archived',
  lifecycle: { since: '6.3.0' },
})

export const reviveProject = operation({
  ...ending,
  operationId: 'reviveProject',
  method: 'POST',
  path: `${PROJECTS}/revive/:projectId`,
  summary: 'Revives an archived project',
  lifecycle: { since: '6.3.0' },
})
