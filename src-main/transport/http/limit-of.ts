import { gte } from 'semver'

import { ownValue } from '#shared/own-value.ts'
import type { Audience, Operation } from '#shared/contract/index.ts'
import type { Limit } from '#runtime/rate-limiter.ts'
import type { RateLimits, SharedLimit } from './rate-limit.ts'

const SHARED_SINCE = '8.2.0'
const OF_SDKS: ReadonlySet<Audience> = new Set(['client', 'frontend', 'sdk'])
const USER_ADMIN = /^\/api\/admin\/user-admin(\/|$)/

/**
 * Finds the rate limits of an operation under a version of the contract: for all callers, and for personal
 * access tokens.
 */
export function limitOf(
  { operationId, method, path, audience }: Pick<Operation, 'operationId' | 'method' | 'path' | 'audience'>,
  { perMinute, perSecond, shared }: RateLimits,
  contract: string,
): { anybody: Limit | undefined; accountToken: Limit | undefined } {
  const isShared = gte(contract, SHARED_SINCE)
  const limit = (name: string, calls: number | undefined, seconds = 60): Limit | undefined =>
    calls === undefined ? undefined : { name, calls, seconds }
  const together = (name: SharedLimit) => (isShared ? limit(name, shared?.[name]) : undefined)
  // recorded exchanges users/* of 8.2: every POST there counts as creating a user
  const own = isShared && method === 'POST' && USER_ADMIN.test(path) ? 'createUser' : operationId
  const anybody =
    limit(own, ownValue(perSecond ?? {}, own), 1) ??
    limit(own, ownValue(perMinute, own)) ??
    (operationId === 'searchFeatures' ? together('search') : undefined) ??
    (OF_SDKS.has(audience) ? together('sdk') : undefined)
  return { anybody, accountToken: anybody ?? together('account-token') }
}
