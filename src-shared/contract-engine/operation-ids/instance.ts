// Written by scripts/list-operations.mjs.

/** Ids of the operations of instance. */
export type InstanceOperationId =
  | 'createFeedback'
  | 'getHealth'
  | 'getInstanceAdminStats'
  | 'getInstanceAdminStatsCsv'
  | 'getMaintenance'
  | 'getReady'
  | 'getTelemetrySettings'
  | 'getTrafficDataUsage'
  | 'getUiConfig'
  | 'setCors'
  | 'toggleMaintenance'
  | 'uiObservability'
  | 'updateFeedback'
  | 'updateSplashSettings'
