/** Signals as data: the paths into a payload, what samples teach of its shape, and which filters it satisfies. */
export { describeFilter, explainFilter } from './filter-words.ts'
export { matchFilters } from './match-filters.ts'
export { LISTED_OUTCOMES, outcomeOf, type ListedOutcome, type SignalOutcome } from './outcome.ts'
export { flattenPayload, valueAt } from './payload-paths.ts'
export { learnShape, type PathSample } from './payload-shape.ts'
