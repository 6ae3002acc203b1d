import type { Operation } from '../../src-shared/contract/index.ts'
import type { Actor } from './caller.ts'

/** A call of the HTTP contract, as those see it who only watch. */
export interface NotedCall {
  method: string
  /** As it was asked for, without the query. */
  path: string
  /** Undefined: there is none of this method and path. */
  operation?: Operation
  actor: Actor
  /** What the caller's program says it is. */
  appName?: string
  sdk?: string
  at: Date
}
