import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Feature Types'
const TYPES = '/api/admin/feature-types'

/** Flag type and its expected lifetime in days; null: unlimited. */
export const FeatureTypeRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    lifetimeDays: z.int().nullable(),
  })
  .meta({ id: 'featureTypeSchema' })
export type FeatureTypeRecord = z.output<typeof FeatureTypeRecord>

export const getAllFeatureTypes = operation({
  operationId: 'getAllFeatureTypes',
  method: 'GET',
  path: TYPES,
  tag,
  summary: 'Lists the flag types',
  access: audienceOnly,
  responses: {
    200: z
      .object({ version: z.literal(1), types: z.array(FeatureTypeRecord) })
      .meta({ id: 'featureTypesSchema' }),
  },
})

export const updateFeatureTypeLifetime = operation({
  operationId: 'updateFeatureTypeLifetime',
  method: 'PUT',
  path: `${TYPES}/:id/lifetime`,
  tag,
  summary: 'Sets the expected lifetime of a flag type in days; null or 0 means permanent',
  access: needs('ADMIN'),
  params: z.object({ id: PathPart }),
  body: z
    .object({ lifetimeDays: z.int().min(0).max(100_000).nullable() })
    .meta({ id: 'updateFeatureTypeLifetimeSchema' }),
  responses: { 200: FeatureTypeRecord },
  errors: [404],
})
