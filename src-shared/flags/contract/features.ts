import { z } from 'zod'

import {
  CloneFeature,
  CreateFeature,
  Feature,
  FeatureDetails,
  FeatureListItem,
  StaleFeatures,
  UpdateFeature,
  ValidateFeature,
} from '../schemas/feature.ts'
import { Patch } from '../../schemas/json-patch.ts'
import { QueryBoolean, QueryList } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInProject } from '../../contract-engine/change-control.ts'
import { inFlag, inProject } from '../../contract-engine/place.ts'
import { FeatureParams, ProjectParams } from '../../contract-engine/params.ts'
import { Line, Name } from '../../schemas/bounded.ts'

const tag = 'Features'
const FEATURES = '/api/admin/projects/:projectId/features'
const FEATURE = `${FEATURES}/:featureName`

export const createFeature = operation({
  operationId: 'createFeature',
  method: 'POST',
  path: FEATURES,
  tag,
  summary: 'Creates a flag in a project, disabled in every environment',
  access: needs('CREATE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: CreateFeature,
  responses: { 201: Feature },
  errors: [404, 409],
})

export const getFeatures = operation({
  operationId: 'getFeatures',
  method: 'GET',
  path: FEATURES,
  tag,
  summary: 'Lists the flags of a project that are not archived',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  query: z.object({ tag: QueryList.optional(), namePrefix: Line.optional() }),
  responses: { 200: z.object({ version: z.literal(2), features: z.array(FeatureListItem) }) },
})

export const getFeature = operation({
  operationId: 'getFeature',
  method: 'GET',
  path: FEATURE,
  tag,
  summary: 'Returns a flag with its environments and strategies',
  access: audienceOnly,
  place: inFlag,
  params: FeatureParams,
  query: z.object({ variantEnvironments: QueryBoolean.optional() }),
  responses: { 200: FeatureDetails },
  errors: [404],
})

export const updateFeature = operation({
  operationId: 'updateFeature',
  method: 'PUT',
  path: FEATURE,
  tag,
  summary: 'Replaces the description, type, stale state and impression data of a flag',
  description: 'Omitted fields return to their defaults; use PATCH to change a single field.',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  body: UpdateFeature,
  responses: { 200: Feature },
  errors: [404],
})

export const patchFeature = operation({
  operationId: 'patchFeature',
  method: 'PATCH',
  path: FEATURE,
  tag,
  summary: 'Patches a flag (RFC 6902)',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  body: Patch,
  responses: { 200: Feature },
  errors: [404],
})

export const cloneFeature = operation({
  operationId: 'cloneFeature',
  method: 'POST',
  path: `${FEATURE}/clone`,
  tag,
  summary: 'Clones a flag with its strategies, variants and parents, disabled in every environment',
  description:
    'The rollout groups get the name of the new flag, unless `replaceGroupId` is false. Where the caller may not create strategies, ' +
    'none are copied: the header `Halyard-Strategies-Left-Out` names these environments.',
  access: needs('CREATE_FEATURE'),
  place: inFlag,
  changeControl: controlledInProject(null, 'Cloning'),
  params: FeatureParams,
  body: CloneFeature,
  responses: { 201: Feature },
  errors: [404, 409],
})

export const validateFeature = operation({
  operationId: 'validateFeature',
  method: 'POST',
  path: '/api/admin/features/validate',
  tag,
  summary: 'Validates the name of a new flag',
  access: audienceOnly,
  place: { project: 'body.projectId' },
  body: ValidateFeature,
  responses: { 200: null },
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

export const staleFeatures = operation({
  operationId: 'staleFeatures',
  method: 'POST',
  path: '/api/admin/projects/:projectId/stale',
  tag,
  summary: 'Marks flags of a project as stale or no longer stale',
  access: needs('UPDATE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: StaleFeatures,
  responses: { 202: null },
})

export const archiveFeature = operation({
  operationId: 'archiveFeature',
  method: 'DELETE',
  path: FEATURE,
  tag,
  summary: 'Archives a flag, which SDKs then no longer receive',
  access: needs('DELETE_FEATURE'),
  place: inFlag,
  changeControl: controlledInProject('archiveFeature', 'Archiving'),
  params: FeatureParams,
  anyContentType: true,
  responses: { 202: null },
  errors: [404],
})

export const changeProject = operation({
  operationId: 'changeProject',
  method: 'POST',
  path: `${FEATURE}/changeProject`,
  tag,
  summary: 'Moves a flag to another project with the same environments',
  description: 'Needs MOVE_FEATURE_TOGGLE in both projects.',
  access: needs('MOVE_FEATURE_TOGGLE'),
  place: inFlag,
  changeControl: { scope: 'move', into: 'body.newProjectId' },
  params: FeatureParams,
  body: z.object({ newProjectId: Name }).meta({ id: 'changeProjectSchema' }),
  responses: { 200: null },
  errors: [404],
  plan: 'enterprise',
})
