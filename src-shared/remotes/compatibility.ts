import { gt, lte } from 'semver'

import { OPERATIONS } from '../contract/index.ts'
import { changesBetween, CONTRACT_VERSION, judgeCall } from '../versions/index.ts'
import type { VersionChange } from '../versions/index.ts'

/** An operation that is served here and that a version of the service does not have. */
export interface MissingOperation {
  operationId: string
  /** Method and path, parameters as `{name}`. */
  call: string
  /** Not there yet, or not any more. */
  reason: 'since' | 'removed'
  version: string
}

/** What differs for who calls an instance of another version as they call this one (document, "Versioning"). */
export interface Compatibility {
  /** Whether the other one is newer. */
  isNewer: boolean
  operations: MissingOperation[]
  /** What was changed between the two versions, endpoints apart: properties, tokens, behaviour. */
  changes: VersionChange[]
}

const ABOUT_CALLS: readonly VersionChange['kind'][] = ['property removed', 'behaviour', 'endpoint restored']

export function compatibilityWith(version: string): Compatibility {
  const isNewer = gt(version, CONTRACT_VERSION)
  const [from, to] = isNewer ? [CONTRACT_VERSION, version] : [version, CONTRACT_VERSION]
  return {
    isNewer,
    operations: OPERATIONS.flatMap(
      ({ operationId, method, path, lifecycle, everywhere }): MissingOperation[] => {
        // our own, whatever the version
        if (everywhere) return []
        const call = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
        if (gt(lifecycle.since, version))
          return [{ operationId, call, reason: 'since', version: lifecycle.since }]
        const removed = removalOf(method, path, lifecycle.removed, version)
        return removed === undefined ? [] : [{ operationId, call, reason: 'removed', version: removed }]
      },
    ),
    changes: changesBetween(from, to).filter(({ kind }) => ABOUT_CALLS.includes(kind)),
  }
}

/** The version, up to this one, in which an operation went. */
function removalOf(method: string, path: string, declared: string | undefined, version: string) {
  const versions = [
    ...(declared === undefined ? [] : [declared]),
    ...judgeCall(method, path).map((one) => one.version),
  ]
  return versions.find((one) => lte(one, version))
}
