import { z } from 'zod'

import { ProjectListItem, ProjectOverview } from '../schemas/project.ts'
import { QueryBoolean } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

export const getProjects = operation({
  operationId: 'getProjects',
  method: 'GET',
  path: '/api/admin/projects',
  tag: 'Projects',
  summary: 'Lists the active projects by name, or the archived ones',
  access: audienceOnly,
  query: z.object({ archived: QueryBoolean.optional() }),
  responses: { 200: z.object({ version: z.literal(1), projects: z.array(ProjectListItem) }) },
  lifecycle: { since: '3.0.0' },
})

export const getProjectOverview = operation({
  operationId: 'getProjectOverview',
  method: 'GET',
  path: '/api/admin/projects/:projectId/overview',
  tag: 'Projects',
  summary: 'Returns the overview of a project',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  responses: { 200: ProjectOverview },
  errors: [404],
  lifecycle: { since: '5.8.0' },
})
