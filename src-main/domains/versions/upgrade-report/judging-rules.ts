import { lt } from 'semver'

import { type Actor, nameOf } from '#kernel/caller.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Operation } from '#shared/contract/index.ts'
import { ownValue } from '#shared/own-value.ts'
import { judgeCall } from '#shared/versions/rules/index.ts'
import { REGISTRATION_OPERATIONS } from './callers.ts'

/** Subject of an SDK in use; not in the table of changes. It is judged against the version of the report. */
export const SDK = 'sdk'

/** Suffix of a subject: the caller received the removed item in a response, but did not send it. */
export const RESPONSE_SUFFIX = ':answered'

/** Subject of an operation that the contract deprecates; not in the table of changes. */
export const deprecatedBy = (operationId: string): string => `deprecated:${operationId}`

/**
 * Rule by which a request is noted under a subject. Subjects are the id of a change, with or without
 * ANSWERED, `deprecated:` ids and SDK.
 */
export interface Rule {
  readonly subject: string
  /** `now` in milliseconds. */
  readonly concerns: (call: HttpExchange, now: number) => boolean
}

/** Rules for the requests of an operation. */
export interface Rules {
  /** Subjects of every request to the operation. */
  readonly always: readonly string[]
  readonly sometimes: readonly Rule[]
  /** Token kind that version 8 accepts, for operations for SDKs. undefined: the kind is not checked. */
  readonly sdkToken: Actor['kind'] | undefined
}

/**
 * Requests allowed per minute from version 8.2 on (docs/contract/limits.md#rates). That version counts
 * addresses, one per machine; here, callers are counted.
 */
const SDK_CALLS = 20_000
const SEARCHES = 15

/** Token kind that version 8 accepts, by audience (docs/contract/versions.md#changed-in-8). */
const STRICTLY_ADMITTED: Partial<Record<Operation['audience'], Actor['kind']>> = {
  client: 'backend-token',
  frontend: 'frontend-token',
}

const CLIENT_TOKENS = 'client-tokens'
const STRICT_TOKENS = 'strict-token-kinds-v8'
const CREATE_TOKEN: readonly OperationId[] = ['createApiToken', 'createProjectApiToken']
const METRICS: readonly OperationId[] = ['registerClientMetrics', 'registerFrontendMetrics']

const FLAGS_OF_QUERY: readonly OperationId[] = [
  'getAllClientFeatures',
  'getClientFeature',
  'getDelta',
  'getStreaming',
  'getFrontendFeatures',
]

const CONTEXT_IN_BODY: readonly OperationId[] = [
  'getFrontendApiFeaturesWithPost',
  'getPlayground',
  'getAdvancedPlayground',
]

const DELETES: readonly OperationId[] = ['deletePat', 'deleteFeature']

/**
 * Flags with strategies and variants at their top level, and tags with value and type, up to version 7
 * (docs/contract/versions.md#flag-top-level).
 */
const FLAG_ANSWERS: readonly OperationId[] = ['getFeature', 'searchFeatures', 'listTags']

/** API tokens with a username, up to version 6 (document, "Removed schema properties in v7"). */
const TOKEN_ANSWERS: readonly OperationId[] = ['getAllApiTokens', 'getApiTokensByName', 'getProjectApiTokens']

/**
 * Paths whose responses contained users with isAPI, up to version 6: "user, user-admin, access overview,
 * project access, groups, invite-link tokens, simple login and invite signup endpoints" (document, "Removed
 * schema properties in v7").
 */
const USERS = [
  /^\/api\/admin\/user(\/|$)/,
  /^\/api\/admin\/user-admin(\/|$)/,
  /^\/api\/admin\/access\/overview$/,
  /^\/api\/admin\/projects\/:projectId\/access$/,
  /^\/api\/admin\/groups(\/|$)/,
  /^\/api\/admin\/invite-link\/tokens(\/|$)/,
  /^\/auth\/simple\/login$/,
  /^\/invite\/:token\/signup$/,
]

/** Checks whether an operation has a response body at one of the paths that return users. */
function answersUsers({ path, responses }: Pick<Operation, 'path' | 'responses'>): boolean {
  return USERS.some((place) => place.test(path)) && Object.values(responses).some((answer) => answer !== null)
}

/**
 * Builds the rules for an operation under a version of the contract. They are built once and checked for each
 * request.
 */
export function rulesFor(operation: Operation, contract: string): Rules {
  const { operationId, method, path, lifecycle, audience } = operation
  const is = (ids: readonly OperationId[]) => (ids as readonly string[]).includes(operationId)
  const always = judgeCall(method, path).map(({ id }): string => id)
  const sometimes: Rule[] = []
  const add = (subject: string, concerns: Rule['concerns']) => sometimes.push({ subject, concerns })

  const isDeprecated = lifecycle.deprecated !== undefined && lifecycle.restored === undefined
  if (isDeprecated && always.length === 0) always.push(deprecatedBy(operationId))
  const sdkToken = STRICTLY_ADMITTED[audience]
  if (sdkToken !== undefined) add('sdk-rate-limits-v8', moreThan(SDK_CALLS))
  else add('internet-explorer-v6', ({ request }) => isInternetExplorer(request.headers['user-agent']))
  if (is(CREATE_TOKEN)) {
    add('property-username', ({ body }) => has(body, 'username'))
    add('admin-tokens-v7', ({ body }) => /^admin$/i.test(String(valueOf(body, 'type'))))
  }
  if (is([...REGISTRATION_OPERATIONS, ...METRICS]))
    add('property-environment', ({ body }) => has(body, 'environment'))
  if (is(FLAGS_OF_QUERY)) add('property-environment', ({ request }) => has(request.query, 'environment'))
  if (is(CONTEXT_IN_BODY))
    add('property-environment', ({ body }) => has(valueOf(body, 'context'), 'environment'))
  if (operationId === 'registerClientMetrics')
    add('metrics-without-bucket-v8', ({ body }) => !has(body, 'bucket'))
  if (is(DELETES)) add('unknown-deletions-v8', ({ status }) => status === 404)
  if (operationId === 'searchFeatures') {
    add('archived-query-v8', ({ request }) => has(request.query, 'archived'))
    add('sdk-rate-limits-v8', moreThan(SEARCHES))
  }
  // fields in responses of that contract that later ones lack
  if (lt(contract, '8.0.0') && is(FLAG_ANSWERS)) always.push('flag-lists-v8')
  if (lt(contract, '7.0.0') && is(TOKEN_ANSWERS)) always.push(`property-username${RESPONSE_SUFFIX}`)
  if (lt(contract, '7.0.0') && answersUsers(operation)) always.push('property-isapi')
  if (lt(contract, '5.0.0')) add('validation-record-v5', ({ status }) => status === 400)
  return { always, sometimes, sdkToken }
}

/**
 * Finds the change that affects a caller whose token version 8 would reject, for operations for SDKs. Returns
 * undefined for an accepted token.
 */
export function findTokenChange(sdkToken: Actor['kind'], { kind }: Actor): string | undefined {
  if (kind === sdkToken) return undefined
  // version 3 accepts requests without a token
  return kind === 'anonymous' ? CLIENT_TOKENS : STRICT_TOKENS
}

/**
 * Finds the change that affects a caller whom the current version rejects and an earlier one accepted. Up to
 * version 3 no token was needed; up to version 7 other token kinds were accepted
 * (docs/contract/clients.md#token-acceptance).
 */
export function findRejectionChange(
  audience: Operation['audience'] | undefined,
  { kind }: Actor,
): string | undefined {
  if (audience === 'client' && kind === 'anonymous') return CLIENT_TOKENS
  const wasAdmitted = kind === 'admin-token' || (kind === 'user' && audience === 'client')
  return wasAdmitted && (audience === 'client' || audience === 'frontend') ? STRICT_TOKENS : undefined
}

const isInternetExplorer = (agent: string | string[] | undefined) =>
  typeof agent === 'string' && (agent.includes('Trident/') || agent.includes('MSIE '))

const MINUTE_MS = 60_000

/** Maximum number of callers counted within a minute. Further ones are not counted. */
const MAX_CALLERS = 10_000

/** Number of requests of each caller in the current minute. */
class MinuteCount {
  readonly #counts = new Map<string, { calls: number }>()
  #minute = 0

  /** Counts a request, and returns the caller's count. */
  add(caller: string, nowMs: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const known = this.#counts.get(caller)
    if (known) return ++known.calls
    if (this.#counts.size >= MAX_CALLERS) return 0
    this.#counts.set(caller, { calls: 1 })
    return 1
  }
}

function moreThan(limit: number): NonNullable<Rule['concerns']> {
  const calls = new MinuteCount()
  return ({ actor }, now) => calls.add(nameOf(actor), now) > limit
}

const valueOf = (value: unknown, name: string): unknown =>
  has(value, name) ? ownValue(value, name) : undefined

function has<N extends string>(value: unknown, name: N): value is Record<N, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    (value as Record<N, unknown>)[name] !== undefined
  )
}
