import { z } from 'zod'

import { CreateTagType, Tag, TagInput, TagType, UpdateTagType } from '../schemas/tag.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Tags'
const TAG_TYPES = '/api/admin/tag-types'
const TAGS = '/api/admin/tags'
const TypeParams = z.object({ name: PathPart })
const TagParams = z.object({ type: PathPart, value: PathPart })
const version = z.literal(1)
const Tags = z.object({ version, tags: z.array(Tag) }).meta({ id: 'tagsSchema' })
const OneTag = z.object({ version, tag: Tag }).meta({ id: 'tagWithVersionSchema' })

export const getTagTypes = operation({
  operationId: 'getTagTypes',
  method: 'GET',
  path: TAG_TYPES,
  tag,
  summary: 'Lists the tag types',
  access: audienceOnly,
  responses: { 200: z.object({ version, tagTypes: z.array(TagType) }).meta({ id: 'tagTypesSchema' }) },
  lifecycle: { since: '3.0.0' },
})

export const createTagType = operation({
  operationId: 'createTagType',
  method: 'POST',
  path: TAG_TYPES,
  tag,
  summary: 'Creates a tag type',
  access: needs('CREATE_TAG_TYPE'),
  body: CreateTagType,
  responses: { 201: TagType },
  location: ({ name }) => `tag-types/${name}`,
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

/** Tag type as it was sent. A null description means no description. */
const ValidatedTagType = CreateTagType.extend({ description: TagType.shape.description }).meta({
  id: 'validatedTagTypeSchema',
})

export const validateTagType = operation({
  operationId: 'validateTagType',
  method: 'POST',
  path: `${TAG_TYPES}/validate`,
  tag,
  summary: 'Validates a new tag type',
  access: needs(['CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE']),
  body: CreateTagType,
  responses: {
    200: z
      .object({ valid: z.literal(true), tagType: ValidatedTagType })
      .meta({ id: 'validateTagTypeSchema' }),
  },
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

export const getTagType = operation({
  operationId: 'getTagType',
  method: 'GET',
  path: `${TAG_TYPES}/:name`,
  tag,
  summary: 'Returns a tag type',
  access: audienceOnly,
  params: TypeParams,
  responses: { 200: z.object({ version, tagType: TagType }) },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const updateTagType = operation({
  operationId: 'updateTagType',
  method: 'PUT',
  path: `${TAG_TYPES}/:name`,
  tag,
  summary: 'Changes a tag type; omitted fields stay',
  access: needs('UPDATE_TAG_TYPE'),
  params: TypeParams,
  body: UpdateTagType,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const deleteTagType = operation({
  operationId: 'deleteTagType',
  method: 'DELETE',
  path: `${TAG_TYPES}/:name`,
  tag,
  summary: 'Deletes a tag type and its tags on all flags',
  access: needs('DELETE_TAG_TYPE'),
  params: TypeParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const getTags = operation({
  operationId: 'getTags',
  method: 'GET',
  path: TAGS,
  tag,
  summary: 'Lists all tags',
  access: audienceOnly,
  responses: { 200: Tags },
  lifecycle: { since: '3.0.0' },
})

export const createTag = operation({
  operationId: 'createTag',
  method: 'POST',
  path: TAGS,
  tag,
  summary: 'Creates a tag',
  access: audienceOnly,
  body: TagInput,
  responses: { 201: OneTag },
  location: ({ tag }) => `tags/${tag.type}/${encodeURIComponent(tag.value)}`,
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

export const getTagsByType = operation({
  operationId: 'getTagsByType',
  method: 'GET',
  path: `${TAGS}/:type`,
  tag,
  summary: 'Lists the tags of a type',
  access: audienceOnly,
  params: z.object({ type: PathPart }),
  responses: { 200: Tags },
  lifecycle: { since: '3.0.0' },
})

export const getTag = operation({
  operationId: 'getTag',
  method: 'GET',
  path: `${TAGS}/:type/:value`,
  tag,
  summary: 'Returns a tag',
  access: audienceOnly,
  params: TagParams,
  responses: { 200: OneTag },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const deleteTag = operation({
  operationId: 'deleteTag',
  method: 'DELETE',
  path: `${TAGS}/:type/:value`,
  tag,
  summary: 'Deletes a tag from all flags that the caller can see',
  access: needs('UPDATE_FEATURE'),
  params: TagParams,
  anyContentType: true,
  responses: { 200: null },
  lifecycle: { since: '3.0.0' },
})
