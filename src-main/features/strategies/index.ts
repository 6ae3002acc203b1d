/**
 * Strategies: what decides who gets a flag in an environment. The rules for constraints, segments, variants and limits
 * stand in strategy-rules.ts; every way of putting or changing a strategy passes them.
 */
export { addStrategy } from './add-strategy.ts'
export { addFeatureStrategy } from './add-feature-strategy.use-case.ts'
export { deleteFeatureStrategy } from './delete-feature-strategy.use-case.ts'
export { updateFeatureStrategy } from './update-feature-strategy.use-case.ts'
export { changeStrategy, disableWithoutStrategies } from './change-strategy.ts'
export { findStrategyToChange } from './find-placed-strategy.ts'
export { removeStrategy } from './remove-strategy.ts'
export { reorderStrategies } from './reorder-strategies.ts'
export { replaceStrategy } from './replace-strategy.ts'
export { completeParameters, toConstraints, toStrategy, toVariants } from './strategy.ts'
export { requireValidConstraints, requireValidStrategy } from './strategy-rules.ts'
export { readLegalValues } from './targeting.store.ts'
export { strategiesHttp } from './strategies.http.ts'
export { strategiesRpc } from './strategies.rpc.ts'
