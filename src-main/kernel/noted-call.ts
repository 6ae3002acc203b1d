import type { Operation } from '../../src-shared/contract/index.ts'
import type { Actor } from './caller.ts'

/** A call of the HTTP contract and how it was answered, for those who only watch: what they want of it they read themselves. */
export interface NotedCall {
  readonly request: {
    readonly method: string
    /** With the query. */
    readonly url: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    /** Undefined where nobody has read it. */
    readonly query?: unknown
  }
  /** Parsed, as it was sent; undefined where it could not be, or there is none. */
  readonly body?: unknown
  /** Undefined: there is none of this method and path. */
  readonly operation?: Operation
  readonly actor: Actor
  /** True if the actor may use the operation's audience at all. */
  readonly isAdmitted: boolean
  readonly status: number
  /** The version of the contract that it was answered by. */
  readonly contract: string
}
