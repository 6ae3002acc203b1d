import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { minimalBody } from '#support/service/minimal-body.ts'

/** Database at which nothing listens: a move into it begins, and fails. */
const NOWHERE = 'postgres://halyard@127.0.0.1:1/halyard'
const expectationOf = (flag: string) => ({ flag, environment: 'development', expect: { enabled: true } })
/** Requests that random values never hit: sent once more with this body, by the name of a flag. */
export const EXAMPLES: Record<string, (flag: string) => unknown> = {
  addEnvironmentToProject: (flag) => ({ environment: `${flag}-apart` }),
  updateProjectCode: () => ({ folders: [] }),
  setActionRules: () => ({ retries: 2, coolDownMinutes: 1 }),
  setSenderSecret: () => minimalBody(operationOf('setSenderSecret')),
  setSignalDeliveryId: () => minimalBody(operationOf('setSignalDeliveryId')),
  setSignalOrder: () => minimalBody(operationOf('setSignalOrder')),
  setEmailSettings: () => minimalBody(operationOf('setEmailSettings')),
  setInstanceSettings: () => ({ settings: { logLevel: 'warn', maxParallelSessions: '50' } }),
  sendTestEmail: () => minimalBody(operationOf('sendTestEmail')),
  checkDatabase: () => ({ databaseUrl: NOWHERE }),
  startDatabaseMove: () => ({ databaseUrl: NOWHERE, useAfterwards: false }),
  registerEdgeObservabilityMetrics: () => minimalBody(operationOf('registerEdgeObservabilityMetrics')),
  validateImport: () => minimalBody(operationOf('validateImport')),
  importToggles: () => minimalBody(operationOf('importToggles')),
  renewScenario: () => minimalBody(operationOf('renewScenario')),
  planScenario: () => minimalBody(operationOf('planScenario')),
  // of any number there is room for one that is there
  createSnapshot: () => ({ name: 'of-the-fuzzer', replace: true }),
  applyScenario: () => minimalBody(operationOf('applyScenario')),
  requestImport: () => minimalBody(operationOf('requestImport')),
  setSamlSettings: () => ({ enabled: false }),
  updateRole: (flag) => ({ name: `${flag}-renamed`, description: '', permissions: [] }),
  patchScimUser: () => minimalBody(operationOf('patchScimUser')),
  patchScimGroup: () => minimalBody(operationOf('patchScimGroup')),
  // before the flag was created: restoring that deletes it
  restorePart: (feature) => ({ at: '2020-01-01T00:00:00.000Z', path: ['flag', `${feature}-alone`] }),
  getBlastRadius: (feature) => ({ changes: [{ action: 'archiveFeature', feature }] }),
  rehearseGroupSync: () => ({ answer: '{"groups":["ops"]}', groupJsonPath: '$.groups' }),
  createExpectation: expectationOf,
  updateExpectation: expectationOf,
  addChangesToChosenRequest: (feature) => ({ action: 'updateEnabled', feature, payload: { enabled: true } }),
}
/** Queries that are accepted, of operations that need several parameters at once. */
export const ACCEPTED_QUERIES: Record<string, string> = {
  getRolloutOverlap: 'environment=development',
  getImpactMetricSeries: 'metricName=x&timeRange=day&aggregationMode=sum',
  getConnectionsForPeriod: 'grouping=daily&from=2026-11-01&to=2026-11-30',
  getRequestsForPeriod: 'grouping=monthly&from=2026-11-01&to=2026-11-30',
}

function operationOf(id: string): Operation {
  const found = OPERATIONS.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}
