import type { OperationId } from '../../../../../src-shared/contract-engine/operation-id.ts'
import { lt } from 'semver'

import { ownValue } from '../../../../../src-shared/own-value.ts'
import type { Operation } from '../../../../../src-shared/contract/index.ts'
import { judgeCall } from '../../../../../src-shared/versions/rules/index.ts'
import { nameOf, type Actor } from '../../../../kernel/caller.ts'
import type { NotedCall } from '../../../../kernel/noted-call.ts'
import { MinuteCount } from './minute-count.ts'
import { REGISTER } from './callers.ts'
import { answersUsers, FLAG_ANSWERS, TOKEN_ANSWERS } from './answers.ts'

/** Not of the table: an SDK that is in use, to be judged by the version one asks for. */
export const SDK = 'sdk'
/** Ends a subject where the caller has not sent what goes, but was answered it. */
export const ANSWERED = ':answered'
/** Not of the table: an operation that the contract says is deprecated. */
export const deprecatedBy = (operationId: string): string => `deprecated:${operationId}`

/**
 * Rule by which a request is noted under a subject. Subjects are the id of a change, with or without
 * ANSWERED, `deprecated:` ids and SDK.
 */
export interface Rule {
  readonly subject: string
  /** `now` in milliseconds. */
  readonly concerns: (call: NotedCall, now: number) => boolean
}

/** Rules for the requests of an operation. */
export interface Rules {
  /** The subjects of every call of it. */
  readonly always: readonly string[]
  readonly sometimes: readonly Rule[]
  /** Token kind that version 8 accepts, for operations for SDKs. undefined: the kind is not checked. */
  readonly sdkToken: Actor['kind'] | undefined
}

/**
 * From version 8.2 on, a minute (docs/contract/limits.md#rates). There it counts addresses, of which a
 * machine has one: here, callers.
 */
const SDK_CALLS = 20_000
const SEARCHES = 15

/** Calls that version 8 still accepts (docs/contract/versions.md#changed-in-8). */
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

/** The rules for the calls of an operation, under a version of the contract: worked out once, asked at each call. */
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
  if (is([...REGISTER, ...METRICS])) add('property-environment', ({ body }) => has(body, 'environment'))
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
  // what stands in answers of that contract, and no more in later ones
  if (lt(contract, '8.0.0') && is(FLAG_ANSWERS)) always.push('flag-lists-v8')
  if (lt(contract, '7.0.0') && is(TOKEN_ANSWERS)) always.push(`property-username${ANSWERED}`)
  if (lt(contract, '7.0.0') && answersUsers(operation)) always.push('property-isapi')
  if (lt(contract, '5.0.0')) add('validation-record-v5', ({ status }) => status === 400)
  return { always, sometimes, sdkToken }
}

/**
 * Finds the change that affects a caller whose token version 8 would reject, for operations for SDKs. Returns
 * undefined for an accepted token.
 */
export function admittedAs(sdkToken: Actor['kind'], { kind }: Actor): string | undefined {
  if (kind === sdkToken) return undefined
  // version 3 lets such in
  return kind === 'anonymous' ? CLIENT_TOKENS : STRICT_TOKENS
}

/**
 * Finds the change that affects a caller whom the current version rejects and an earlier one accepted. Up to
 * version 3 no token was needed; up to version 7 other token kinds were accepted
 * (docs/contract/clients.md#token-acceptance).
 */
export function refusedAs(audience: Operation['audience'] | undefined, { kind }: Actor): string | undefined {
  if (audience === 'client' && kind === 'anonymous') return CLIENT_TOKENS
  const wasAdmitted = kind === 'admin-token' || (kind === 'user' && audience === 'client')
  return wasAdmitted && (audience === 'client' || audience === 'frontend') ? STRICT_TOKENS : undefined
}

const isInternetExplorer = (agent: string | string[] | undefined) =>
  typeof agent === 'string' && (agent.includes('Trident/') || agent.includes('MSIE '))

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
