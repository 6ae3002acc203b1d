import type { Operation } from '../../src-shared/contract/index.ts'
import type { Actor } from './caller.ts'

/** A call of the HTTP contract as it came in, for those who only watch: what they want of it they read themselves. */
export interface NotedCall {
  readonly request: {
    readonly method: string
    /** With the query. */
    readonly url: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
  }
  /** Undefined: there is none of this method and path. */
  readonly operation?: Operation
  readonly actor: Actor
}
