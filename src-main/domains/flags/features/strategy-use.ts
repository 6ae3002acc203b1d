/** Columns that say which strategy uses something, of `feature_strategies as strategy` with `features as feature`. */
export const STRATEGY_USE = [
  'strategy.id',
  'feature.project as projectId',
  'feature.name as featureName',
  'strategy.name as strategyName',
  'strategy.environment',
] as const
