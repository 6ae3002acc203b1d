import { gte, lt, valid } from 'semver'

import { FRONTEND_API, KNOWN_SDKS, SDK_NEEDS, type KnownSdk, type SdkNeed } from './sdk-table.ts'
import { readSdk, type Sdk } from './sdk.ts'

/** `outdated`: it connects, but misses features. `unknown`: nothing is recorded that would decide. */
export type SdkVerdict = 'supported' | 'outdated' | 'unsupported' | 'unknown'

export interface SdkJudgement {
  verdict: SdkVerdict
  /** Usual name of the SDK, if known. */
  title: string | undefined
  reason: string
}

const BY_NAME = new Map(KNOWN_SDKS.flatMap((sdk) => sdk.names.map((name) => [name, sdk] as const)))

/** Judges an SDK version against a server version, by the table of SDKs. */
export function judgeSdk(sdk: Sdk | undefined, server: string): SdkJudgement {
  if (!sdk) return unknown(undefined, 'It names no SDK and version.')
  const known = BY_NAME.get(sdk.name.toLowerCase())
  if (!known) return unknown(undefined, `${sdk.name} is none of the known SDKs.`)
  if (valid(sdk.version) === null) return unknown(known, `"${sdk.version}" is not a version.`)
  if (valid(server) === null) return unknown(known, `The server version "${server}" is not a version.`)
  return known.kind === 'frontend'
    ? judgeFrontendSdk(known, sdk.version, server)
    : judgeEvaluatingSdk(known, sdk.version, server)
}

/** Picks the outdated and unsupported SDKs of texts such as `unleash-client-node:6.1.0`, with the reasons. */
export const oldSdks = (texts: readonly string[], server: string) =>
  texts
    .map((sdk) => ({ sdk, ...judgeSdk(readSdk(sdk), server) }))
    .filter(({ verdict }) => verdict === 'outdated' || verdict === 'unsupported')

function judgeFrontendSdk(known: KnownSdk, version: string, server: string): SdkJudgement {
  const { title, frontendApi } = known
  if (lt(server, FRONTEND_API))
    return {
      verdict: 'unsupported',
      title,
      reason: `Servers before ${FRONTEND_API} have no frontend API. Connect it to a proxy.`,
    }
  if (frontendApi === undefined || lt(version, frontendApi))
    return unknown(known, 'It is not known from which version on it works with the frontend API.')
  return { verdict: 'supported', title, reason: 'The server evaluates the flags for it.' }
}

function judgeEvaluatingSdk(known: KnownSdk, version: string, server: string): SdkJudgement {
  const { title, kind, since } = known
  const meets = (id: SdkNeed) => since[id] !== undefined && gte(version, since[id])
  const latestMet = SDK_NEEDS.findLastIndex(({ id }) => meets(id))
  const needs = SDK_NEEDS.filter((need) => need.kinds.includes(kind) && gte(server, need.server))
  const unmet = needs.filter(({ id }) => since[id] !== undefined && !meets(id))
  const undecided = needs.filter(
    (need) => since[need.id] === undefined && SDK_NEEDS.indexOf(need) > latestMet,
  )
  if (unmet.length > 0) {
    const isRefused = unmet.some(({ lacking }) => lacking === 'unsupported')
    const sentences = unmet.map(({ id, words }) => `Versions before ${since[id]} ${words}.`)
    if (!isRefused && undecided.some(({ id }) => id === 'token'))
      sentences.push('It is not known from which version on it can send an API token.')
    return { verdict: isRefused ? 'unsupported' : 'outdated', title, reason: sentences.join(' ') }
  }
  if (undecided.length > 0)
    return unknown(known, `It is not known which versions work with server ${server}.`)
  return { verdict: 'supported', title, reason: `It meets all that server ${server} needs of an SDK.` }
}

const unknown = (known: KnownSdk | undefined, reason: string): SdkJudgement => ({
  verdict: 'unknown',
  title: known?.title,
  reason,
})
