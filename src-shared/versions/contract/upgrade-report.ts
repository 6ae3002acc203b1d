import { z } from 'zod'

import { InstalledSdk, UpgradeReport, UpgradeReportQuery } from '../schemas/upgrade-report.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText } from '../../schemas/bounded.ts'

/** Halyard's own: the service it is compatible with has no such operations. */
const UPGRADE_REPORT = '/api/admin/upgrade-report'
const shared = { tag: 'Upgrade report', everywhere: true } as const

export const getUpgradeReport = operation({
  ...shared,
  operationId: 'getUpgradeReport',
  method: 'GET',
  path: UPGRADE_REPORT,
  summary: 'Lists the recorded requests that an upgrade would affect',
  description:
    '`from` (the version that the instance answers as) and `to` (the newest known): such as 6, 6.9 or 6.9.0. As Markdown with ' +
    '`format=md` or `Accept: text/markdown`; by application, caller, SDK or call with `groupBy`.',
  access: needs('READ_LOGS'),
  query: UpgradeReportQuery,
  headers: z.object({ accept: HeadText.optional() }),
  responses: { 200: UpgradeReport },
  errors: [400],
})

export const forgetUpgradeReport = operation({
  ...shared,
  operationId: 'forgetUpgradeReport',
  method: 'DELETE',
  path: UPGRADE_REPORT,
  summary: 'Clears the recorded requests',
  access: needs('ADMIN'),
  anyContentType: true,
  responses: { 200: null },
})

export const getInstalledSdks = operation({
  ...shared,
  operationId: 'getInstalledSdks',
  method: 'GET',
  path: `${UPGRADE_REPORT}/sdks`,
  summary: 'Lists the registered SDKs for an upgrade plan',
  access: audienceOnly,
  responses: { 200: z.object({ sdks: z.array(InstalledSdk) }) },
})
