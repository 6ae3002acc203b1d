import type { VersionChange } from './change.ts'
import { VERSION_CHANGES } from './changes.ts'

interface Pattern {
  method: string
  path: RegExp
  change: VersionChange
}

const PATTERNS: readonly Pattern[] = VERSION_CHANGES.filter(
  ({ kind }) => kind === 'endpoint removed',
).flatMap((change) =>
  (change.endpoints ?? []).map(({ method, path }) => ({
    method,
    path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`, 'i'),
    change,
  })),
)

/** The removals that concern a call; `path` without query, as it was asked for (any case, any slashes). */
export function judgeCall(method: string, path: string): VersionChange[] {
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  return PATTERNS.filter((one) => one.method === method && one.path.test(plain)).map(({ change }) => change)
}
