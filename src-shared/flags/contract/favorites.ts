import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inFlag, inProject } from '../../contract-engine/place.ts'
import { FeatureParams, ProjectParams } from '../../contract-engine/params.ts'

const PROJECT = '/api/admin/projects/:projectId/favorites'
const FEATURE = '/api/admin/projects/:projectId/features/:featureName/favorites'
const shared = {
  tag: 'Features',
  access: audienceOnly,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
} as const

export const addFavoriteFeature = operation({
  ...shared,
  operationId: 'addFavoriteFeature',
  method: 'POST',
  path: FEATURE,
  summary: "Adds a flag to the caller's favorites",
  place: inFlag,
  params: FeatureParams,
})

export const removeFavoriteFeature = operation({
  ...shared,
  operationId: 'removeFavoriteFeature',
  method: 'DELETE',
  path: FEATURE,
  summary: "Removes a flag from the caller's favorites",
  place: inFlag,
  params: FeatureParams,
})

export const addFavoriteProject = operation({
  ...shared,
  operationId: 'addFavoriteProject',
  method: 'POST',
  path: PROJECT,
  summary: "Adds a project to the caller's favorites",
  place: inProject,
  params: ProjectParams,
})

export const removeFavoriteProject = operation({
  ...shared,
  operationId: 'removeFavoriteProject',
  method: 'DELETE',
  path: PROJECT,
  summary: "Removes a project from the caller's favorites",
  place: inProject,
  params: ProjectParams,
})
