import { z } from 'zod'

import { FeatureBatch } from '../schemas/feature.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInProject } from '../../contract-engine/change-control.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Archive'
const PROJECT = '/api/admin/projects/:projectId'
const NameParams = z.object({ featureName: PathPart })

export const archiveFeatures = operation({
  operationId: 'archiveFeatures',
  method: 'POST',
  path: `${PROJECT}/archive`,
  tag,
  summary: 'Archives flags of a project',
  description: 'Names that no flag has, or that are archived already, are passed over.',
  access: needs('DELETE_FEATURE'),
  place: inProject,
  changeControl: controlledInProject('archiveFeature', 'Archiving'),
  params: ProjectParams,
  body: FeatureBatch,
  responses: { 202: null },
})

export const validateArchiveFeatures = operation({
  operationId: 'validateArchiveFeatures',
  method: 'POST',
  path: `${PROJECT}/archive/validate`,
  tag,
  summary: 'Checks whether flags can be archived, and what would be affected',
  access: needs('DELETE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: FeatureBatch,
  responses: {
    200: z
      .object({ parentsWithChildFeatures: z.array(z.string()), hasDeletedDependencies: z.boolean() })
      .meta({ id: 'validateArchiveFeaturesSchema' }),
  },
})

export const reviveFeatures = operation({
  operationId: 'reviveFeatures',
  method: 'POST',
  path: `${PROJECT}/revive`,
  tag,
  summary: 'Revives archived flags of a project, disabled in every environment',
  access: needs('UPDATE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: FeatureBatch,
  responses: { 200: null },
  errors: [404],
})

export const deleteFeatures = operation({
  operationId: 'deleteFeatures',
  method: 'POST',
  path: `${PROJECT}/delete`,
  tag,
  summary: 'Deletes archived flags of a project permanently',
  access: needs('DELETE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: FeatureBatch,
  responses: { 200: null },
  errors: [404],
})

export const reviveFeature = operation({
  operationId: 'reviveFeature',
  method: 'POST',
  path: '/api/admin/archive/revive/:featureName',
  tag,
  summary: 'Revives an archived flag, disabled in every environment',
  access: needs('UPDATE_FEATURE'),
  place: 'stored',
  params: NameParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const deleteFeature = operation({
  operationId: 'deleteFeature',
  method: 'DELETE',
  path: '/api/admin/archive/:featureName',
  tag,
  summary: 'Deletes an archived flag permanently',
  access: needs('DELETE_FEATURE'),
  place: 'stored',
  params: NameParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})
