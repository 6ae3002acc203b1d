import { z } from 'zod'

import { InstanceStatistics } from '../schemas/instance-statistics.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const STATISTICS = '/api/admin/instance-admin/statistics'
/** The document, "Restored in v7": what 4.17 deprecated was never meant to be. */
const shared = {
  tag: 'Instance Admin',
  method: 'GET',
  access: audienceOnly,
  lifecycle: { deprecated: '4.17.0', restored: '7.0.0' },
} as const

export const getInstanceAdminStats = operation({
  ...shared,
  operationId: 'getInstanceAdminStats',
  path: STATISTICS,
  summary: 'Returns the statistics of the instance',
  responses: { 200: InstanceStatistics },
})

export const getInstanceAdminStatsCsv = operation({
  ...shared,
  operationId: 'getInstanceAdminStatsCsv',
  path: `${STATISTICS}/csv`,
  summary: 'Returns the instance statistics as CSV',
  responses: { 200: z.string() },
})

export const getTelemetrySettings = operation({
  operationId: 'getTelemetrySettings',
  method: 'GET',
  path: '/api/admin/telemetry/settings',
  tag: 'Telemetry',
  summary: 'Returns the telemetry settings: nothing is sent',
  access: audienceOnly,
  responses: {
    200: z
      .object({ versionInfoCollectionEnabled: z.boolean(), featureInfoCollectionEnabled: z.boolean() })
      .meta({ id: 'telemetrySettingsSchema' }),
  },
})
