import type { Queries } from './queries.ts'

/** How the store fares. */
export interface StoreStatus {
  readonly file: string
  /** When a write was last known to be on the disk. */
  readonly lastDurableAt: string | null
  readonly writable: boolean
  /** Why not. */
  readonly failure: string | null
}

/**
 * The data of an instance. All of it is asynchronous, so that a database on another machine can stand in for the file
 * without any feature noticing (docs/architecture.md, "store").
 */
export interface Store {
  /** Queries outside a transaction. */
  readonly queries: Queries
  /**
   * One short transaction: commits when `work` resolves, rolls back when it rejects. Await nothing but queries in it:
   * everybody else waits.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Resolves when everything committed so far is on the disk. An acknowledgement waits for it. */
  durable(): Promise<void>
  /** A consistent copy into a file, complete or not there at all. */
  backup(file: string): Promise<void>
  readonly status: StoreStatus
  close(): Promise<void>
}
