import { admissionOf, type CallerKind } from '../../contract-engine/admission.ts'
import type { Audience } from '../../contract-engine/operation.ts'
import type { EndpointVerdict, Subject, TokenFacts } from '../schemas/diagnosis.ts'
import type { FoundToken } from './read-text.ts'
import { missingCharacters, redactToken } from './redacted-text.ts'
import { toFinding, type FindingRule, type InstanceFacts } from './terms.ts'
import { cutShort, FORMAT_FINDINGS, MISTAKES, STATE_FINDINGS, TOKEN_FINDINGS } from './token-rules.ts'

/** Answer of the instance about a token. */
export interface KnownToken {
  facts: TokenFacts
  /** The environment that the token names is one of the instance; absent: not asked. */
  hasEnvironment?: boolean
}

/** Places that a token is judged for. */
interface TokenPlace {
  terms: InstanceFacts
  /** Contract version of the port in the pasted URL, or of the instance. */
  contract: string
  /** API of the pasted URL. */
  audience?: Audience | undefined
}

const UNCHECKED: KnownToken = { facts: { state: 'unchecked' } }

const KIND_OF_TYPE: ReadonlyMap<string, CallerKind> = new Map([
  ['client', 'backend-token'],
  ['backend', 'backend-token'],
  ['frontend', 'frontend-token'],
  ['admin', 'admin-token'],
  ['personal', 'user'],
  ['service-account', 'user'],
  ['signal', 'signal-token'],
  ['scim', 'scim-token'],
])
const TYPE_OF_FORMAT: ReadonlyMap<string, string> = new Map([
  ['personal', 'personal'],
  ['signal', 'signal'],
  ['scim', 'scim'],
  ['admin', 'admin'],
])

const APIS: readonly (EndpointVerdict & { api: Audience })[] = [
  { api: 'client', path: '/api/client/features', accepted: false },
  { api: 'frontend', path: '/api/frontend', accepted: false },
  { api: 'admin', path: '/api/admin', accepted: false },
  { api: 'signal', path: '/api/signal-endpoint/:name', accepted: false },
  { api: 'scim', path: '/scim/v2', accepted: false },
]

/** Returns the kind of caller that a token makes; undefined: its format does not say, and nobody knows it. */
function kindOf({ format }: FoundToken, { facts }: KnownToken): CallerKind | undefined {
  const type = facts.type ?? TYPE_OF_FORMAT.get(format.id)
  return type === undefined ? undefined : KIND_OF_TYPE.get(type)
}

/** Judges a token by its format and by what the instance says of it. The answer has no part of its secret. */
export function judgeToken(token: FoundToken, known: KnownToken = UNCHECKED, place: TokenPlace): Subject {
  const { terms, contract } = place
  const { facts } = known
  const kind = kindOf(token, known)
  const isUsable = facts.state === 'valid' || facts.state === 'unchecked'
  const rules: FindingRule[] = token.mistakes.map((mistake) => MISTAKES[mistake])
  const ofFormat = facts.state === 'valid' ? undefined : FORMAT_FINDINGS[token.format.id]
  const missing = facts.state === 'valid' ? undefined : missingCharacters(token)
  if (/unleash-insecure-(?:api|frontend-api|admin-api)-token$/.test(token.secret))
    rules.push(TOKEN_FINDINGS.wellKnown)
  if (ofFormat) rules.push(ofFormat)
  else if (missing !== undefined && facts.state !== 'expired') rules.push(cutShort(missing))
  else {
    if (known.hasEnvironment === false) rules.push(TOKEN_FINDINGS.noEnvironment)
    rules.push(STATE_FINDINGS[facts.state])
  }
  if (isUsable && kind !== undefined) rules.push(...atUrl(kind, place))
  return {
    kind: 'token',
    what: whatOf(token, facts),
    shown: redactToken(token),
    token: facts,
    contract,
    ...(isUsable && kind !== undefined ? { endpoints: endpointsFor(kind, contract) } : {}),
    findings: rules.map((rule) => toFinding(rule, terms)),
  }
}

const WHAT_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ['client', 'Backend token'],
  ['backend', 'Backend token'],
  ['frontend', 'Frontend token'],
  ['admin', 'Admin token'],
  ['personal', 'Personal access token'],
  ['service-account', 'Token of a service account'],
])

function whatOf({ format }: FoundToken, { type }: TokenFacts): string {
  const named = type === undefined ? undefined : WHAT_OF_TYPE.get(type)
  if (named !== undefined) return named
  return format.id === 'api' ? 'API token (backend or frontend: its format does not say)' : format.what
}

/** Lists the APIs with their answer to a kind of caller. */
export function endpointsFor(kind: CallerKind, contract: string): EndpointVerdict[] {
  const isAdmitted = admissionOf(contract)
  return APIS.map(({ api, path }) => ({ api, path, accepted: isAdmitted(api, kind) }))
}

/** Findings about a token combined with the pasted URL. */
function atUrl(kind: CallerKind, { audience, contract }: TokenPlace): FindingRule[] {
  if (audience === undefined) return []
  if (admissionOf(contract)(audience, kind))
    return audience === 'client' && kind !== 'backend-token' ? [TOKEN_FINDINGS.unwiseForSdks] : []
  const isOfSdk = kind === 'backend-token' || kind === 'frontend-token'
  if (audience === 'admin' && isOfSdk) return [TOKEN_FINDINGS.notForAdmin]
  if (audience === 'frontend' && kind === 'backend-token') return [TOKEN_FINDINGS.backendInBrowser]
  if (audience === 'client' && kind === 'frontend-token') return [TOKEN_FINDINGS.frontendInServer]
  return [TOKEN_FINDINGS.notForSdks]
}
