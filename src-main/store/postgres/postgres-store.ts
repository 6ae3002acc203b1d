import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely'
import { Pool, type PoolConfig } from 'pg'

import { ConnectionGate } from '../connection-gate.ts'
import { PostgresCompiler } from '../engines/postgres-compiler.ts'
import type { Queries } from '../queries.ts'
import type { Schema } from '../schema.ts'
import { NoBackups, StoreError } from '../store-errors.ts'
import type { Store, StoreStatus } from '../store.ts'
import type { DatabaseAddress } from './connection-options.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { asPostgresError, isRetryable } from './postgres-errors.ts'

/** Runs of a transaction, at most: from the second on it has the lock that writers of events wait for. */
const MOST_RUNS = 8
const FIRST_PAUSE_MS = 5

interface Options {
  pool: PoolConfig
  address: DatabaseAddress
  now: () => Date
  beforeStatement?: ((sql: string) => void) | undefined
}

/**
 * The store in PostgreSQL. Transactions are SERIALIZABLE, and run again after a serialization failure. Those of one Halyard
 * run one after the other, as on the embedded engine; those of several wait for each other only where they write events (ADR 36).
 */
export class PostgresStore implements Store {
  readonly pool: Pool
  /** Columns that no table has nulls in; known once the schema is. */
  readonly neverNull = new Set<string>()
  readonly #db: Kysely<Schema>
  readonly #gate = new ConnectionGate()
  readonly #address: DatabaseAddress
  #lastDurableAt: Date | null = null
  #trouble: StoreError | null = null
  #closing: Promise<void> | undefined
  #release: (() => Promise<void>) | undefined

  constructor({ pool, address, now, beforeStatement = () => undefined }: Options) {
    this.#address = address
    this.pool = new Pool(pool)
    // a server that goes ends idle connections too: the next query opens another, or fails
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => client.on('error', () => undefined))
    const driver = new PostgresDriver(
      this.pool,
      ({ hasWritten }) => {
        this.#trouble = null
        if (hasWritten) this.#lastDurableAt = now()
      },
      beforeStatement,
    )
    this.#db = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresCompiler(address.schema, this.neverNull),
      },
    })
  }

  get queries(): Queries {
    return this.#db
  }

  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    await this.#gate.acquire()
    try {
      return await this.#gate.inTransaction(() => this.#runBounded(work))
    } catch (error) {
      const known = asPostgresError(error)
      if (known instanceof StoreError) this.#trouble = known
      throw known
    } finally {
      this.#gate.release()
    }
  }

  async #runBounded<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    for (let run = 1; ; run += 1) {
      let failure: unknown
      try {
        return await this.#db.transaction().execute(async (queries) => {
          // before the first snapshot: nothing that writes events can come between
          if (run > 1) await sql`lock table halyard_schema in exclusive mode`.execute(queries)
          return await work(queries).catch((error: unknown) => {
            failure = error
            throw error
          })
        })
      } catch (error) {
        if (run === MOST_RUNS || !isRetryable(rootOf(error) ?? rootOf(failure))) throw error
        await sleep(FIRST_PAUSE_MS * run * Math.random())
      }
    }
  }

  async savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
    await sql`savepoint part`.execute(queries)
    try {
      const result = await work()
      await sql`release part`.execute(queries)
      return result
    } catch (error) {
      // the whole transaction is run again: nothing in it may go on
      if (isRetryable(rootOf(error))) throw error
      await sql`rollback to part`.execute(queries)
      await sql`release part`.execute(queries)
      throw error
    }
  }

  /** A commit returns when it is on the disk: `synchronous_commit` is checked at the start. */
  async durable(): Promise<void> {}

  async backup(): Promise<void> {
    throw new NoBackups()
  }

  get status(): StoreStatus {
    return {
      place: this.#address.text,
      engine: 'postgres',
      lastDurableAt: this.#lastDurableAt?.toISOString() ?? null,
      writable: this.#trouble === null && this.#closing === undefined,
      failure: this.#trouble?.message ?? null,
    }
  }

  /** Gives the database free once the store is closed. */
  releaseAtClose(release: () => Promise<void>): void {
    this.#release = release
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    try {
      await this.#gate.close()
      await this.pool.end()
    } finally {
      await this.#release?.()
    }
  }
}

/** The error of the database behind errors that were made of it. */
function rootOf(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause !== undefined && !isRetryable(root)) root = root.cause
  return root
}
