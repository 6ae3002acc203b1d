import { pathExpression } from '../../expressions/index.ts'
import type { VersionChange } from './change.ts'
import { VERSION_CHANGES } from './changes.ts'

interface Pattern {
  method: string
  path: RegExp
  change: VersionChange
}

const PATTERNS: readonly Pattern[] = VERSION_CHANGES.flatMap((change) =>
  (change.endpoints ?? []).map(({ method, path }) => ({ method, path: pathExpression(path), change })),
)

/** The changes that name the endpoint of a call; `path` without query, as it was asked for (any case, any slashes). */
export function judgeCall(method: string, path: string): VersionChange[] {
  const plain = plainPath(path)
  return PATTERNS.filter((one) => one.method === method && one.path.test(plain)).map(({ change }) => change)
}

/**
 * Extracts an endpoint's parameters from a path, as they were sent. Returns undefined if the path is another
 * endpoint's.
 */
export function paramsOfCall(endpoint: string, path: string): Record<string, string> | undefined {
  const match = pathExpression(endpoint).exec(plainPath(path))
  return match ? { ...match.groups } : undefined
}

const plainPath = (path: string) => path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
