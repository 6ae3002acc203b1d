export const version = 1 as const
