/**
 * Features: the flags themselves, and what stands on them per environment. A flag belongs to one project; its name is
 * unique over the instance, archived flags included. The strategies and feature-environments areas build on the
 * stores that are exported here.
 */
export { findEnabled, setEnabled } from './feature-environments.store.ts'
export { withoutPlace } from './feature-details.read-model.ts'
export {
  deleteStrategyRow,
  findStrategy,
  insertStrategy,
  readStrategies,
  setSortOrder,
  updateStrategyRow,
  type PlacedStrategy,
} from './feature-strategies.store.ts'
export { changeFeature } from './change-feature.ts'
export { addFlag } from './create-flag.ts'
export { requireRoom } from './feature-limit.ts'
export { requireFreeName } from './feature-name.ts'
export { archiveFlags } from './archive-flags.ts'
export { archiveFeature } from './archive-feature.use-case.ts'
export { createFeature } from './create-feature.use-case.ts'
export { staleFeatures } from './stale-features.use-case.ts'
export { updateFeature } from './update-feature.use-case.ts'
export { toFeature, type StoredFeature } from './feature.ts'
export { featuresHttp } from './features.http.ts'
export { featuresRpc } from './features.rpc.ts'
export {
  childrenOf,
  deleteFeatureRows,
  findFeature,
  findFeatures,
  haveDependencies,
  orphaningParents,
  requireActiveFeature,
  requireFeature,
  reviveFeatureRows,
} from './features.store.ts'
export { findBatch } from './find-batch.ts'
export { listFeatures } from './feature-list.read-model.ts'
export { lastSeenOf, readListedEnvironments } from './listed-environments.read-model.ts'
export { markPotentiallyStale } from './mark-potentially-stale.ts'
export { readPeople } from './people.read-model.ts'
export { placeOfFlag, requireStoredFlag } from './require-stored-flag.ts'
export { parseTag } from './get-features.use-case.ts'
