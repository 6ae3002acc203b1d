/** Signals as data: the id of a delivery, the paths into a payload, what samples teach of its shape, its order, and which filters it satisfies. */
export { deliveryIdOf, KNOWN_PLACE, type DeliveryIdPlace } from './delivery-id.ts'
export { describeFilter, explainFilter } from './filter-words.ts'
export { matchFilters } from './match-filters.ts'
export { LISTED_OUTCOMES, outcomeOf, type ListedOutcome, type SignalOutcome } from './outcome.ts'
export { executionsToKnow, retryAt, skipOf } from './pace.ts'
export { flattenPayload, valueAt, visitValues } from './payload-paths.ts'
export { NO_ORDER, orderOf, type OrderPlace } from './signal-order.ts'
export { learnShape, type PathSample } from './payload-shape.ts'
