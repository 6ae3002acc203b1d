import { gt, lt, lte } from 'semver'

import { ownValue } from '#shared/own-value.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import type { JudgedCall, Verdict } from '#shared/versions/schemas/upgrade-report.ts'
import {
  EDGE,
  judgeSdk,
  readSdk,
  type SdkVerdict,
  VERSION_CHANGES,
  type VersionChange,
} from '#shared/versions/rules/index.ts'
import type { StoredJudgedCall } from './judged-calls.store.ts'
import { RESPONSE_SUFFIX, SDK } from './judging-rules.ts'

/** Upgrade from one version to another: changes after `from`, up to `to`. */
export interface VersionRange {
  from: string
  to: string
}

/** Verdict on the calls of one subject. */
export type Judgement = Omit<JudgedCall, 'count' | 'failing' | 'callers'>

/** Verdicts of changes whose kind does not determine one. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  'client-tokens': 'refused',
  'admin-tokens-v7': 'refused',
  'strict-token-kinds-v8': 'refused',
  'sdk-rate-limits-v8': 'refused',
  'google-sso-v8': 'removed',
  'flag-lists-v8': 'property removed',
  'edge-19-1-3': 'unsupported',
  'internet-explorer-v6': 'unsupported',
  'validation-record-v5': 'error shape',
  'archived-query-v8': 'deprecated',
}

const BY_KIND: Partial<Record<VersionChange['kind'], Verdict>> = {
  'endpoint removed': 'removed',
  'property removed': 'property removed',
}

/** Changes that affect only responses. The client need not have read the changed part. */
const OF_ANSWERS = ['property-isapi', 'flag-lists-v8', 'validation-record-v5', 'sdk-rate-limits-v8']

/** Judges the calls of a subject. Returns an empty list if nothing changes between the two versions. */
export function verdictsOn(
  subject: string,
  calls: readonly StoredJudgedCall[],
  span: VersionRange,
): { judgement: Judgement; calls: readonly StoredJudgedCall[] }[] {
  if (subject === SDK) return onSdks(calls, span)
  const [id] = subject.split(RESPONSE_SUFFIX, 1)
  const change = VERSION_CHANGES.find((one) => one.id === id)
  const judgement = change ? onChange(subject, change, span) : onDeprecated(subject, span)
  return judgement ? [{ judgement, calls }] : []
}

function onChange(subject: string, change: VersionChange, { from, to }: VersionRange): Judgement | undefined {
  const { id, version, kind, title, deprecated = [], replacement, detail } = change
  const verdict = ((): Verdict | undefined => {
    if (lte(version, from)) return undefined
    const isDeprecated = deprecated.some((since) => lte(since, to))
    // a restored endpoint was deprecated until then
    if (kind === 'endpoint restored') return isDeprecated && gt(version, to) ? 'deprecated' : undefined
    if (gt(version, to)) return isDeprecated ? 'deprecated' : undefined
    return ownValue(VERDICTS, id) ?? BY_KIND[kind] ?? 'behaviour'
  })()
  if (verdict === undefined) return undefined
  // `version` names the end of something, unless the change only deprecates it
  const isOnlyDeclared = kind === 'endpoint restored' || ownValue(VERDICTS, id) === 'deprecated'
  return {
    id: subject,
    call: title,
    verdict,
    isCertain: !subject.endsWith(RESPONSE_SUFFIX) && !OF_ANSWERS.includes(id),
    version: isOnlyDeclared ? null : version,
    deprecated: ownValue(VERDICTS, id) === 'deprecated' ? [version] : [...deprecated],
    replacement: replacement ?? null,
    detail: detail ?? null,
  }
}

function onDeprecated(subject: string, { from, to }: VersionRange): Judgement | undefined {
  const operation = OPERATIONS.find(({ operationId }) => `deprecated:${operationId}` === subject)
  // an operation noted by an earlier Halyard may no longer be in the contract
  if (!operation) return undefined
  const { method, path, lifecycle } = operation
  const { deprecated, removed } = lifecycle
  if (deprecated === undefined || gt(deprecated, to)) return undefined
  if (removed !== undefined && lte(removed, from)) return undefined
  return {
    id: subject,
    call: `${method} ${named(path)}`,
    verdict: removed !== undefined && lte(removed, to) ? 'removed' : 'deprecated',
    isCertain: true,
    version: removed ?? null,
    deprecated: [deprecated],
    replacement: lifecycle.replacement === undefined ? null : named(lifecycle.replacement),
    detail: null,
  }
}

const named = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** Judges the SDKs in use by the SDK table, with one entry for each SDK and reason. */
function onSdks(calls: readonly StoredJudgedCall[], span: VersionRange) {
  const old = new Map<string, { judgement: Judgement; calls: StoredJudgedCall[] }>()
  const edges: StoredJudgedCall[] = []
  const edge = VERSION_CHANGES.find(({ id }) => id === 'edge-19-1-3')
  const ofEdges = edge && onChange(edge.id, edge, span)
  for (const call of calls) {
    const known = call.sdk === null ? undefined : readSdk(call.sdk)
    if (!known) continue
    if (ofEdges && /^unleash-edge$/i.test(known.name) && lt(known.version, EDGE)) {
      edges.push(call)
      continue
    }
    const { verdict, title, reason } = judgeSdk(known, span.to)
    if (title === undefined || !isOld(verdict)) continue
    const id = `${SDK}:${title}:${reason}`
    const entry = old.get(id) ?? { judgement: onOldSdk({ id, verdict, title, reason }, span), calls: [] }
    entry.calls.push(call)
    old.set(id, entry)
  }
  return [...old.values(), ...(ofEdges && edges.length > 0 ? [{ judgement: ofEdges, calls: edges }] : [])]
}

/** An unknown SDK is no entry: nothing is known against it. */
const isOld = (verdict: SdkVerdict): verdict is 'outdated' | 'unsupported' =>
  verdict === 'outdated' || verdict === 'unsupported'

const onOldSdk = (
  { id, verdict, title, reason }: Record<'id' | 'title' | 'reason', string> & { verdict: Verdict },
  { to }: VersionRange,
): Judgement => ({
  id,
  call: `Old versions of the ${title}`,
  verdict,
  isCertain: true,
  version: to,
  deprecated: [],
  replacement: null,
  detail: reason,
})
