// Written by scripts/list-operations.mjs.

/** Ids of the operations of insight. */
export type InsightOperationId =
  | 'explainFlag'
  | 'explainFlagWithPost'
  | 'findResultChanges'
  | 'getAdvancedPlayground'
  | 'getInstanceInsights'
  | 'getLifecycleTrends'
  | 'getPastPlayground'
  | 'getPlayground'
