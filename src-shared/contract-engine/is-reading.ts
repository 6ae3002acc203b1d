import type { Operation } from './operation.ts'

/** Requests that leave an instance as it is, although their method could change it. A test compares them with what writes. */
const READING: ReadonlySet<string> = new Set([
  'validateUserPassword',
  'validateRole',
  'validateEnvironment',
  'validateProject',
  'getPlaygroundForChangeRequest',
  'validateFeature',
  'validateArchiveFeatures',
  'validateConstraint',
  'validateSegment',
  'validateContextFieldName',
  'validateContextFieldNameForProject',
  'validateTagType',
  'validateImport',
  'getPlayground',
  'getAdvancedPlayground',
  'getPastPlayground',
  'findResultChanges',
  'runExpectations',
  'tryPolicy',
  'previewAccess',
  'simulateAccess',
  'whoCan',
  'rehearseGroupSync',
  'previewRestore',
  'previewUndo',
  'diagnoseConnection',
  'explainFlagWithPost',
  'getBlastRadius',
  'getSegmentBlastRadius',
  'backtestActions',
  'planScenario',
  'renewScenario',
  // they ask another machine, for somebody who is signed in here
  'checkDatabase',
  'previewRemotePull',
  // the event log says who exported; nothing else is written
  'exportFeatures',
])

/** Checks whether an operation leaves an instance as it is: decided by the contract, never by the page that asks. */
export const isReading = ({ operationId, method }: Pick<Operation, 'operationId' | 'method'>): boolean =>
  method === 'GET' || READING.has(operationId)
