/** Options that match paths to routes: in any letter case, with doubled and trailing slashes (recorded exchanges routing/*). */
export const ROUTER_OPTIONS = {
  caseSensitive: false,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: 1000,
} as const
