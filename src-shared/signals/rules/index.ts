/** Signals as data: the paths into a payload, what samples teach of its shape, and which filters it satisfies. */
export { describeFilter, explainFilter, OPERATOR_WORDS } from './filter-words.ts'
export { matchFilters, type FilterOutcome, type Match } from './match-filters.ts'
export { LISTED_OUTCOMES, outcomeOf, type ListedOutcome, type SignalOutcome } from './outcome.ts'
export { flattenPayload, ROOT_PATH, valueAt, type PayloadValue } from './payload-paths.ts'
export { learnShape, type PathSample } from './payload-shape.ts'
