/** Checks whether a location is at or below a path. */
export const isWithin = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`))
