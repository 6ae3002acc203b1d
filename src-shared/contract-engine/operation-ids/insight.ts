// Written by scripts/list-operations.mjs.

/** Ids of the operations of insight. */
export type InsightOperationId =
  | 'createExpectation'
  | 'deleteExpectation'
  | 'explainFlag'
  | 'explainFlagWithPost'
  | 'findResultChanges'
  | 'getAdvancedPlayground'
  | 'getExpectations'
  | 'getInstanceInsights'
  | 'getLifecycleTrends'
  | 'getPastPlayground'
  | 'getPlayground'
  | 'getRolloutOverlap'
  | 'runExpectations'
  | 'updateExpectation'
