import type { Peers } from './peers.ts'
import type { Queries } from './queries.ts'

/** Status of the store. */
export interface StoreStatus {
  /** File or database, without a password. */
  readonly place: string
  readonly engine: 'sqlite' | 'postgres'
  /** Engine and place in words: "PostgreSQL 16 at db.example.com:5432/flags". */
  readonly database: string
  /** Time of the last write known to be on the disk (ISO 8601). null: no write since the start. */
  readonly lastDurableAt: string | null
  readonly writable: boolean
  /** Reason that it is not, or the error of the last write. */
  readonly failure: string | null
}

/** Hold on the writes of a store. */
export interface Hold {
  /** Aborted if the hold was lost, with the reason: others may have written since. */
  readonly lost: AbortSignal
  /** Allows writes again. */
  release(): Promise<void>
}

/** Figures of a database, for those who operate it. */
export interface StoreFigures {
  /** Version of the engine. */
  version: string
  sizeBytes: number
  /** Setting on which it depends that a confirmed write survives a power cut, in the words of the engine. */
  durability: string
  /** Rows of the largest tables, most first. */
  tables: { name: string; rows: number }[]
  /** True if the rows are the engine's estimate. */
  isEstimate: boolean
  /** Halyards that use the database, this one included. */
  halyards: number
}

/** Tables shown at most. */
export const SHOWN_TABLES = 8

/**
 * The data of an instance. All of it is asynchronous, so that a database on another machine can stand in for the file
 * without any feature noticing (docs/architecture.md, "store").
 *
 * When the disk is full or gone, a write rejects with StoreFull or StoreUnavailable and has changed nothing; reading
 * goes on, and so does writing as soon as it can.
 */
export interface Store {
  /** Queries outside a transaction. */
  readonly queries: Queries
  /**
   * One short transaction: commits when `work` resolves, rolls back when it rejects. Await nothing but queries in it:
   * everybody else waits.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /**
   * Runs a part of a transaction that may fail alone. If `work` rejects, its writes are rolled back; earlier
   * writes stay. Rejects with the error of `work`, or with the error that ended the whole transaction
   * meanwhile.
   */
  savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T>
  /**
   * Resolves when everything committed so far is on the disk. Responses to writes wait for it. After it has
   * rejected once, with StoreUnavailable, writes fail until the store is reopened.
   */
  durable(): Promise<void>
  /**
   * A consistent copy into a file, complete or not there at all. Reading and writing go on in the meantime; closing the
   * store ends it. Rejects with NoBackups where the database is on a server, which has its own.
   */
  backup(file: string): Promise<void>
  /**
   * Refuses writes with WritesHeld, from the last running transaction on until `release`, so that the data can be moved.
   * Reading goes on. Rejects while writes are held already.
   */
  hold(): Promise<Hold>
  /** Reads the figures of the database: its size, and the rows of its largest tables. */
  figures(): Promise<StoreFigures>
  readonly status: StoreStatus
  readonly peers: Peers
  /** Waits for the transactions that run, makes them durable, and lets the folder go. */
  close(): Promise<void>
}
