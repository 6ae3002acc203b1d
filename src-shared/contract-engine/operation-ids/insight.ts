// Written by scripts/list-operations.mjs.

/** Ids of the operations of insight. */
export type InsightOperationId =
  | 'explainFlag'
  | 'explainFlagWithPost'
  | 'getAdvancedPlayground'
  | 'getInstanceInsights'
  | 'getLifecycleTrends'
  | 'getPlayground'
