import { gt, lte } from 'semver'

import { OPERATIONS, type Operation } from '../../contract/index.ts'
import { changesBetween, CONTRACT_VERSION, isServedIn, judgeCall } from '../../versions/rules/index.ts'
import type { VersionChange } from '../../versions/rules/index.ts'

/** An operation that is served here and that a version of the service does not have. */
export interface MissingOperation {
  operationId: string
  /** Method and path, parameters as `{name}`. */
  call: string
  /** Reason: not added yet (`since`), or removed. */
  reason: 'since' | 'removed'
  version: string
}

/**
 * Differences for a client that sends this version's requests to an instance of another version (document,
 * "Versioning").
 */
export interface Compatibility {
  /** True if the other version is newer. */
  isNewer: boolean
  operations: MissingOperation[]
  /** Changes between the two versions, except endpoints: properties, tokens, behaviour. */
  changes: VersionChange[]
}

const ABOUT_CALLS: readonly VersionChange['kind'][] = ['property removed', 'behaviour', 'endpoint restored']

export function compatibilityWith(version: string): Compatibility {
  const isNewer = gt(version, CONTRACT_VERSION)
  const [from, to] = isNewer ? [CONTRACT_VERSION, version] : [version, CONTRACT_VERSION]
  return {
    isNewer,
    operations: OPERATIONS.filter((one) => isServedIn(one, CONTRACT_VERSION)).flatMap((one) =>
      missingIn(version, one),
    ),
    changes: changesBetween(from, to).filter(({ kind }) => ABOUT_CALLS.includes(kind)),
  }
}

function missingIn(version: string, { operationId, method, path, lifecycle }: Operation): MissingOperation[] {
  const call = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
  if (gt(lifecycle.since, version)) return [{ operationId, call, reason: 'since', version: lifecycle.since }]
  const gone = judgeCall(method, path).filter(({ kind }) => kind === 'endpoint removed')
  const removals = [lifecycle.removed, ...gone.map((one) => one.version)]
  const removed = removals.find((one) => one !== undefined && lte(one, version))
  return removed === undefined ? [] : [{ operationId, call, reason: 'removed', version: removed }]
}
