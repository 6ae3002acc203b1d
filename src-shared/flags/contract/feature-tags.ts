import { z } from 'zod'

import { BulkTagChanges, ColouredTag, TagChanges, TagInput } from '../schemas/tag.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Features'
const FEATURE_TAGS = '/api/admin/features/:featureName/tags'
const FlagParams = z.object({ featureName: PathPart })
const FlagTags = z
  .object({ version: z.literal(1), tags: z.array(ColouredTag) })
  .meta({ id: 'featureTagsSchema' })

export const listTags = operation({
  operationId: 'listTags',
  method: 'GET',
  path: FEATURE_TAGS,
  tag,
  summary: 'Lists the tags of a flag',
  access: audienceOnly,
  params: FlagParams,
  responses: { 200: FlagTags },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const addTag = operation({
  operationId: 'addTag',
  method: 'POST',
  path: FEATURE_TAGS,
  tag,
  summary: 'Adds a tag to a flag and creates the tag if it is new',
  access: needs('UPDATE_FEATURE'),
  place: 'stored',
  params: FlagParams,
  body: TagInput,
  responses: { 201: TagInput },
  location: (_tag, { featureName }) => `${featureName}/tags`,
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const updateTags = operation({
  operationId: 'updateTags',
  method: 'PUT',
  path: FEATURE_TAGS,
  tag,
  summary: 'Adds and removes tags on a flag',
  access: needs('UPDATE_FEATURE'),
  place: 'stored',
  params: FlagParams,
  body: TagChanges,
  responses: { 200: FlagTags },
  errors: [404],
})

export const removeTag = operation({
  operationId: 'removeTag',
  method: 'DELETE',
  path: `${FEATURE_TAGS}/:type/:value`,
  tag,
  summary: 'Removes a tag from a flag; a tag that the flag does not have is ignored',
  access: needs('UPDATE_FEATURE'),
  place: 'stored',
  params: FlagParams.extend({ type: PathPart, value: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const addTagToFeatures = operation({
  operationId: 'addTagToFeatures',
  method: 'PUT',
  path: '/api/admin/projects/:projectId/tags',
  tag: 'Tags',
  summary: 'Adds and removes tags on several flags of a project, all or nothing',
  access: needs('UPDATE_FEATURE'),
  place: inProject,
  params: ProjectParams,
  body: BulkTagChanges,
  responses: { 200: null },
  errors: [404],
})
