import { gt } from 'semver'

import { OPERATIONS } from '../../../src-shared/contract/index.ts'
import type { UpgradeReport } from '../../../src-shared/schemas/upgrade-report.ts'
import { CONTRACT_VERSION, VERSION_CHANGES } from '../../../src-shared/versions/index.ts'
import { groupRows } from '../../store/group-rows.ts'
import type { StoredJudgedCall } from './judged-calls.store.ts'

type Entry = UpgradeReport['calls'][number]

/** The calls by what becomes of them: what is gone already first, then what goes with the next version. */
export function reportOf(calls: readonly StoredJudgedCall[]): UpgradeReport {
  const entries = [...groupRows(calls, ({ subject }) => subject)].flatMap(([subject, own]) => {
    const described = describe(subject)
    return described ? [{ ...described, callers: callersOf(own) }] : []
  })
  return { contractVersion: CONTRACT_VERSION, calls: entries.sort(byUrgency) }
}

const ORDER: readonly Entry['verdict'][] = ['removed', 'removed later', 'deprecated']

const byUrgency = (a: Entry, b: Entry): number =>
  ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) ||
  (a.version ?? '').localeCompare(b.version ?? '') ||
  a.call.localeCompare(b.call)

function describe(subject: string): Omit<Entry, 'callers'> | undefined {
  const change = VERSION_CHANGES.find(({ id }) => id === subject)
  if (change)
    return {
      id: subject,
      call: change.title,
      verdict: gt(change.version, CONTRACT_VERSION) ? 'removed later' : 'removed',
      version: change.version,
      deprecated: [...(change.deprecated ?? [])],
      replacement: change.replacement ?? null,
      detail: change.detail ?? null,
    }
  const operation = OPERATIONS.find(({ operationId }) => `deprecated:${operationId}` === subject)
  // what an earlier Halyard knew may have gone from the contract
  if (!operation) return undefined
  const { method, path, lifecycle } = operation
  return {
    id: subject,
    call: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    verdict: 'deprecated',
    version: lifecycle.removed ?? null,
    deprecated: lifecycle.deprecated === undefined ? [] : [lifecycle.deprecated],
    replacement: lifecycle.replacement?.replaceAll(/:(\w+)/g, '{$1}') ?? null,
    detail: null,
  }
}

/** Who calls most is first. */
const callersOf = (calls: readonly StoredJudgedCall[]): Entry['callers'] =>
  calls
    .map(({ caller, callerKind, appName, sdk, count, firstSeen, lastSeen }) => ({
      name: caller,
      kind: callerKind,
      appName,
      sdk,
      count,
      firstSeen,
      lastSeen,
    }))
    .sort((a, b) => b.count - a.count)
