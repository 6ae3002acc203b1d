// Written by scripts/list-operations.mjs.

/** Ids of the operations of instance. */
export type InstanceOperationId =
  | 'createBanner'
  | 'createFeedback'
  | 'deleteBanner'
  | 'disableBanner'
  | 'enableBanner'
  | 'getBanners'
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
  | 'updateBanner'
  | 'updateFeedback'
  | 'updateSplashSettings'
