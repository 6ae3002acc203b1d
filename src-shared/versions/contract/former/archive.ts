import { z } from 'zod'

import { ArchivedFeature } from '../../schemas/former-feature.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { inProject } from '#shared/contract-engine/place.ts'
import { ProjectParams } from '#shared/contract-engine/params.ts'
import { removedInV7 } from './lifecycle.ts'

const ARCHIVE = '/api/admin/archive/features'
const SEARCH = '/api/admin/search/features'
const shared = {
  method: 'GET',
  tag: 'Archive',
  access: audienceOnly,
  responses: {
    200: z
      .object({ version: z.literal(2), features: z.array(ArchivedFeature) })
      .meta({ id: 'archivedFeaturesSchema' }),
  },
} as const

export const getArchivedFeatures = operation({
  ...shared,
  operationId: 'getArchivedFeatures',
  path: ARCHIVE,
  summary: 'Lists the archived flags of all projects',
  lifecycle: removedInV7('4.10.0', `${SEARCH}?archived=IS:true`, { since: '3.0.0' }),
})

export const getArchivedFeaturesByProjectId = operation({
  ...shared,
  operationId: 'getArchivedFeaturesByProjectId',
  path: `${ARCHIVE}/:projectId`,
  summary: 'Lists the archived flags of a project',
  place: inProject,
  params: ProjectParams,
  errors: [404],
  lifecycle: removedInV7('4.11.0', `${SEARCH}?project=IS:{projectId}&archived=IS:true`),
})
