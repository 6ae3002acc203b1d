export const LAST = 100
export const version = 1 as const
