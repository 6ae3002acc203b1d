/** Number of events in a list that has no pages. */
export const MAX_UNPAGED_EVENTS = 100
export const version = 1 as const
