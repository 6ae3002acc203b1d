/** The expression of a path of ours with `:name` parameters, each a named group; letter case does not count. */
export function pathExpression(path: string): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- a pattern of ours, not of a user
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`, 'i')
}
