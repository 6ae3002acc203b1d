import { z } from 'zod'

import { ExecutiveDashboard } from '../../schemas/executive-dashboard.ts'
import { Traffic } from '#shared/instance/schemas/traffic.ts'
import { SetCors } from '#shared/instance/schemas/ui-config.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { mayReadTraffic } from '#shared/instance/contract/traffic.ts'
import { maySetCors } from '#shared/instance/contract/ui-config.ts'
import { removedInV7 } from './lifecycle.ts'
import { PathPart } from '#shared/schemas/bounded.ts'

const TRAFFIC = '/api/admin/metrics/traffic'
const UI_CONFIG = '/api/admin/ui-config'
const OfPath = Traffic.shape.apiData.element
const OfPeriod = OfPath.shape.dataPoints.element

export const getExecutiveDashboard = operation({
  operationId: 'getExecutiveDashboard',
  method: 'GET',
  path: '/api/admin/dashboard/executive',
  tag: 'Instance Admin',
  summary: 'Returns the statistics of the instance over time',
  description:
    'How many people and flags there were in the past is not kept: their trends have the figures of today alone. Of ' +
    'private projects, those are told that the caller sees.',
  access: audienceOnly,
  responses: { 200: ExecutiveDashboard },
  plan: 'enterprise',
  lifecycle: removedInV7('5.11.0', '/api/admin/projects/{projectId}/overview'),
})

export const getTrafficOfMonth = operation({
  operationId: 'getTrafficOfMonth',
  method: 'GET',
  path: `${TRAFFIC}/:period`,
  tag: 'Traffic',
  summary: 'Counts the requests of a month by day, API and status',
  access: mayReadTraffic,
  params: z.object({ period: PathPart.regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
  responses: {
    200: z
      .object({
        period: z.string(),
        apiData: z.array(
          z.object({
            apiPath: OfPath.shape.apiPath,
            days: z.array(z.object({ day: z.iso.date(), trafficTypes: OfPeriod.shape.trafficTypes })),
          }),
        ),
      })
      .meta({ id: 'trafficUsageDataSegmentedSchema' }),
  },
  errors: [400],
  plan: 'enterprise',
  lifecycle: removedInV7('6.8.0', TRAFFIC),
})

export const setUiConfig = operation({
  operationId: 'setUiConfig',
  method: 'POST',
  path: UI_CONFIG,
  tag: 'Admin UI',
  summary: 'Sets the CORS origins of the frontend API, effective at once',
  access: maySetCors,
  body: z.object({ frontendSettings: SetCors.optional() }).meta({ id: 'setUiConfigSchema' }),
  responses: { 204: null },
  lifecycle: removedInV7('6.9.0', `${UI_CONFIG}/cors`),
})
