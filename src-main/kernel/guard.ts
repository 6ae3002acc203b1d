import type { Operation, Request } from '#shared/contract/index.ts'
import type { RequestPlace } from '#shared/contract-engine/place.ts'
import type { Queries } from '#store/queries.ts'
import type { Caller } from './caller.ts'
import type { NewEvent } from './event.ts'
import type { QueryContext } from './use-case.ts'

/**
 * Check before an operation runs: maintenance mode, change requests, a read-only view. Throws to reject the
 * request. It reads through the given queries, as the request may be part of a transaction. The place is the one
 * that the operation declares.
 */
export type Guard = (
  operation: Operation,
  caller: Caller,
  request: Request<Operation>,
  queries: Queries,
  place: RequestPlace,
) => void | Promise<void>

/**
 * Judges a write by its events, in its transaction. Throws to take it back. Returns further events, of what it says beside. The queries
 * see what was written.
 */
export type WriteJudge = (
  queries: Queries,
  context: Pick<QueryContext, 'caller' | 'now' | 'may' | 'hidden'>,
  events: readonly NewEvent[],
) => Promise<readonly NewEvent[]>
