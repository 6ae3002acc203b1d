import { z } from 'zod'

import { CreateFormerFlag, FormerFlag, UpdateFormerFlag } from '../../schemas/former-flag.ts'
import { QueryList } from '#shared/schemas/scalars.ts'
import { audienceOnly, needs } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { Line, PathPart } from '#shared/schemas/bounded.ts'

/**
 * Document, "v4 to v5": /api/admin/features is removed except the operations on tags of a flag. The way of versions
 * before projects and environments: a flag is found by its name alone, and is on or off once.
 */
const FLAGS = '/api/admin/features'
const FLAG = `${FLAGS}/:featureName`
const PROJECT_FLAG = '/api/admin/projects/:projectId/features/:featureName'
const tag = 'Features'

const former = (replacement: string) => ({
  tag,
  lifecycle: { since: '3.0.0', deprecated: '4.3.0', removed: '5.0.0', replacement },
})
/** 400: an archived flag takes no changes. */
const ofFlag = { params: z.object({ featureName: PathPart }), errors: [400, 404] } as const

export const getFormerFlags = operation({
  ...former('/api/admin/projects/:projectId/features'),
  operationId: 'getFormerFlags',
  method: 'GET',
  path: FLAGS,
  summary: 'Lists all flags that are not archived',
  access: audienceOnly,
  query: z.object({
    tag: QueryList.optional(),
    project: QueryList.optional(),
    namePrefix: Line.optional(),
  }),
  responses: { 200: z.object({ version: z.literal(2), features: z.array(FormerFlag) }) },
})

export const getFormerFlag = operation({
  ...former(PROJECT_FLAG),
  ...ofFlag,
  errors: [404],
  operationId: 'getFormerFlag',
  method: 'GET',
  path: FLAG,
  summary: 'Returns a flag',
  access: audienceOnly,
  responses: { 200: FormerFlag },
})

export const createFormerFlag = operation({
  ...former('/api/admin/projects/:projectId/features'),
  operationId: 'createFormerFlag',
  method: 'POST',
  path: FLAGS,
  summary: 'Creates a flag, in the default project unless another is given',
  access: needs('CREATE_FEATURE'),
  place: { project: 'body.project' },
  body: CreateFormerFlag,
  responses: { 201: FormerFlag },
  errors: [404, 409],
})

export const updateFormerFlag = operation({
  ...former(PROJECT_FLAG),
  ...ofFlag,
  operationId: 'updateFormerFlag',
  method: 'PUT',
  path: FLAG,
  summary: 'Replaces the settings of a flag, its strategies and its variants',
  description: 'Strategies, variants and whether it is enabled stay as they are where they are not sent.',
  access: needs('UPDATE_FEATURE'),
  place: 'stored',
  body: UpdateFormerFlag,
  responses: { 200: FormerFlag },
})

export const archiveFormerFlag = operation({
  ...former(PROJECT_FLAG),
  ...ofFlag,
  errors: [404],
  operationId: 'archiveFormerFlag',
  method: 'DELETE',
  path: FLAG,
  summary: 'Archives a flag',
  access: needs('DELETE_FEATURE'),
  place: 'stored',
  anyContentType: true,
  responses: { 200: null },
})

const switching = {
  ...former(`${PROJECT_FLAG}/environments/:environment/on`),
  ...ofFlag,
  method: 'POST',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  anyContentType: true,
  responses: { 200: FormerFlag },
} as const

export const toggleFormerFlag = operation({
  ...switching,
  operationId: 'toggleFormerFlag',
  path: `${FLAG}/toggle`,
  summary: 'Toggles a flag',
  place: 'stored',
})

export const toggleFormerFlagOn = operation({
  ...switching,
  operationId: 'toggleFormerFlagOn',
  path: `${FLAG}/toggle/on`,
  summary: 'Enables a flag',
  place: 'stored',
})

export const toggleFormerFlagOff = operation({
  ...switching,
  operationId: 'toggleFormerFlagOff',
  path: `${FLAG}/toggle/off`,
  summary: 'Disables a flag',
  place: 'stored',
})

const marking = {
  ...former('/api/admin/projects/:projectId/stale'),
  ...ofFlag,
  method: 'POST',
  access: needs('UPDATE_FEATURE'),
  anyContentType: true,
  responses: { 200: FormerFlag },
} as const

export const markFormerFlagStale = operation({
  ...marking,
  operationId: 'markFormerFlagStale',
  path: `${FLAG}/stale/on`,
  summary: 'Marks a flag as stale',
  place: 'stored',
})

export const unmarkFormerFlagStale = operation({
  ...marking,
  operationId: 'unmarkFormerFlagStale',
  path: `${FLAG}/stale/off`,
  summary: 'Marks a flag as no longer stale',
  place: 'stored',
})
