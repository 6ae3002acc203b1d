import { ownValue } from '#shared/own-value.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { toCurl } from '#shared/curl.ts'
import {
  Verdict,
  type JudgedCall,
  type JudgedCaller,
  type UpgradeReport,
} from '#shared/versions/schemas/upgrade-report.ts'
import { CONTRACT_VERSION, paramsOfCall, replacementCallOf } from '#shared/versions/rules/index.ts'
import { groupRows } from '#store/group-rows.ts'
import type { StoredJudgedCall } from './judged-calls.store.ts'
import { SDK } from './judging-rules.ts'
import { verdictsOn, type Judgement, type VersionRange } from './verdicts.ts'

const FAILING: readonly Verdict[] = ['removed', 'refused']

/** The most urgent first. */
const ORDER: readonly Verdict[] = Verdict.options

/** Instance that received the calls: its contract version and its URL. */
export interface ReportedInstance {
  contractVersion: string
  url: string
}

/** Reports what an upgrade does to the calls. Removed ones come first. */
export function reportOf(
  calls: readonly StoredJudgedCall[],
  { from, to, contractVersion = CONTRACT_VERSION, url = '' }: VersionRange & Partial<ReportedInstance>,
): UpgradeReport {
  const subjects = groupRows(calls, ({ subject }) => subject)
  let outside = 0
  const entries: JudgedCall[] = []
  for (const [subject, own] of subjects) {
    const judged = verdictsOn(subject, own, { from, to })
    // an SDK is kept whatever its version, so it does not count as outside the span
    if (judged.length === 0 && subject !== SDK) outside++
    for (const { judgement, calls: concerned } of judged) entries.push(entryOf(judgement, concerned, url))
  }
  entries.sort(byUrgency)
  const failing = entries.reduce((sum, entry) => sum + entry.failing, 0)
  return { contractVersion, from, to, failing, calls: entries, outside }
}

function entryOf(judgement: Judgement, calls: readonly StoredJudgedCall[], url: string): JudgedCall {
  const count = calls.reduce((sum, call) => sum + call.count, 0)
  return {
    ...judgement,
    count,
    failing: FAILING.includes(judgement.verdict) ? count : 0,
    callers: calls.map((call) => callerOf(call, url)).sort(byCount),
  }
}

function callerOf(
  { subject, caller, callerKind, method, path, ...call }: StoredJudgedCall,
  url: string,
): JudgedCaller {
  const { appName, sdk, count, firstSeen, lastSeen } = call
  return {
    name: caller,
    kind: callerKind,
    appName,
    sdk,
    count,
    firstSeen,
    lastSeen,
    sample: path === null ? null : `${method} ${path}`,
    curl: path === null ? null : curlOf(subject, { method, path }, url),
  }
}

function curlOf(subject: string, made: { method: string; path: string }, url: string): string | null {
  const instead = replacementCallOf(subject, made) ?? replacementOfDeprecated(subject, made)
  return instead ? toCurl(url, instead, '$TOKEN') : null
}

/** Finds the replacement named in the contract, with the parameters of the call. */
function replacementOfDeprecated(subject: string, { path }: { path: string }) {
  const operation = OPERATIONS.find(({ operationId }) => `deprecated:${operationId}` === subject)
  const instead = operation?.lifecycle.replacement
  const params = operation && paramsOfCall(operation.path, path)
  if (!operation || !params || !instead?.startsWith('/')) return undefined
  const { method } = operation
  return {
    method,
    path: instead.replaceAll(/:(\w+)/g, (_, name: string) => ownValue(params, name) ?? name.toUpperCase()),
  }
}

/** Sorts callers by count, largest first. */
const byCount = (a: JudgedCaller, b: JudgedCaller): number =>
  b.count - a.count || textOrder(JSON.stringify(a), JSON.stringify(b))

const byUrgency = (a: JudgedCall, b: JudgedCall): number =>
  ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) ||
  textOrder(a.version ?? '', b.version ?? '') ||
  textOrder(a.call, b.call) ||
  textOrder(a.id, b.id)

const textOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
