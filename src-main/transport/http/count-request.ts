import { networkOf } from '#kernel/client-network.ts'
import type { Actor } from '#kernel/caller.ts'
import type { RequestedAccount } from '#kernel/route.ts'
import type { Limit, RateLimiter } from '#runtime/rate-limiter.ts'
import type { Client } from './client.ts'

interface Sender {
  client: Client
  actor: Actor
  /** Finds the account that the request is about. */
  accountOf?: (() => RequestedAccount | undefined) | undefined
}

/** Anonymous requests of one address that stands for many clients, as a multiple of the limit of one client. */
const CLIENTS_OF_SHARED_ADDRESS = 60

/** Request that was counted. */
export interface CountedRequest {
  /** Headers that describe the limit; none where there is no limit. */
  headers: Record<string, string>
  /** Takes the request off the count again. */
  refund: () => void
  /** Adds to the count what is known only afterwards. */
  note: (cost: number) => void
}

const UNLIMITED: CountedRequest = { headers: {}, refund: () => undefined, note: () => undefined }

/**
 * Counts a request, or what else `cost` is. Throws 429 beyond the limit. A client is an address. The
 * address of a proxy that is not trusted is divided by who is signed in. Anonymous requests of an address that stands
 * for many clients are divided by the account that they are about, so that nobody locks out others, and share a limit
 * for many clients.
 */
export function countRequest(
  limiter: RateLimiter,
  limit: Limit | undefined,
  { client: { ip, isShared, isHidden }, actor, accountOf }: Sender,
  cost = 1,
): CountedRequest {
  if (limit === undefined) return UNLIMITED
  const count = (counted: Limit, key: string): CountedRequest => ({
    headers: limiter.count(counted, key, cost),
    refund: () => {
      limiter.refund(counted, key)
    },
    note: (more) => {
      limiter.note(counted, key, more)
    },
  })
  const address = networkOf(ip).client
  if (!isShared) return count(limit, address)
  const account = accountOf?.()
  if (account === undefined && actor.kind !== 'anonymous')
    return count(limit, isHidden ? `${address} ${keyOf(actor)}` : address)
  if (account?.isKnownBrowser) return count(limit, `${address} ${account.key}`)
  const all = count(
    { ...limit, name: `${limit.name}, all`, calls: limit.calls * CLIENTS_OF_SHARED_ADDRESS },
    address,
  )
  if (account === undefined) return all
  try {
    return count(limit, `${address} ${account.key}`)
  } catch (error) {
    all.refund()
    throw error
  }
}

/** Names who is signed in. Tokens without an id of their own count as one. */
function keyOf(actor: Actor): string {
  if ('tokenHash' in actor && actor.tokenHash !== undefined) return actor.tokenHash
  if ('tokenId' in actor) return `signal token ${actor.tokenId}`
  return 'id' in actor ? `${actor.kind} ${actor.id}` : actor.kind
}
