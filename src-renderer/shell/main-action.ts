/** Builds the intent name of the primary action of a page, such as `New segment`. */
export const mainActionOf = (path: string): string => `new on ${path}`
