/** Number of events in a list that has no pages. */
export const LAST = 100
export const version = 1 as const
