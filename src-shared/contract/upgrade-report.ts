import { UpgradeReport } from '../schemas/upgrade-report.ts'
import { needs } from './access.ts'
import { operation } from './operation.ts'

/** Halyard's own: the service it is compatible with has no such operations. */
const UPGRADE_REPORT = '/api/admin/upgrade-report'
const shared = { tag: 'Upgrade report', everywhere: true } as const

export const getUpgradeReport = operation({
  ...shared,
  operationId: 'getUpgradeReport',
  method: 'GET',
  path: UPGRADE_REPORT,
  summary:
    'Lists the calls that were made here and that a version of the service deprecates, removes or refuses',
  access: needs('READ_LOGS', 'root'),
  responses: { 200: UpgradeReport },
})

export const forgetUpgradeReport = operation({
  ...shared,
  operationId: 'forgetUpgradeReport',
  method: 'DELETE',
  path: UPGRADE_REPORT,
  summary: 'Forgets the calls that were noted, to begin anew',
  access: needs('ADMIN', 'root'),
  anyContentType: true,
  responses: { 200: null },
})
