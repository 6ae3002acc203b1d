import type { Operation } from '#shared/contract/index.ts'
import type { Actor } from './caller.ts'

/** Request of the HTTP contract and its response, for observers. Each observer reads the parts it needs. */
export interface HttpExchange {
  readonly request: {
    readonly method: string
    /** With the query. */
    readonly url: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    /** Undefined if the query was not parsed. */
    readonly query?: unknown
  }
  /** Parsed body, as sent. Undefined if there is none, or if it could not be parsed. */
  readonly body?: unknown
  /** Operation of the request. Undefined: no operation has this method and path. */
  readonly operation?: Operation
  readonly actor: Actor
  /** True if the actor may use the operation's audience at all. */
  readonly isAdmitted: boolean
  readonly status: number
  /** Version of the contract that served the request. */
  readonly contract: string
}
