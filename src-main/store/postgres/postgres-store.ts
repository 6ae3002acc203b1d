import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import { Pool, type PoolConfig } from 'pg'

import type { Logger } from '#kernel/logger.ts'
import { ConnectionGate } from '../connection-gate.ts'
import { PostgresCompiler } from '../engines/postgres-compiler.ts'
import { type Hold, type Store, type StoreFigures, type StoreStatus, SHOWN_TABLES } from '../store.ts'
import { inSavepoint } from '../in-savepoint.ts'
import type { Queries } from '../queries.ts'
import type { Schema } from '../schema.ts'
import {
  CommitUnknown,
  DatabaseUnavailable,
  NoBackups,
  StoreError,
  UnstorableValue,
  WritesHeld,
} from '../store-errors.ts'
import type { DatabaseAddress } from './connection-options.ts'
import { holdTables } from './hold-tables.ts'
import { isWrite, lockOfRun, PostgresDriver } from './postgres-driver.ts'
import { LeasedPeers } from './leased-peers.ts'
import { PostgresPeers } from './postgres-peers.ts'
import { asPostgresError, hasEnded, isRetryable } from './postgres-errors.ts'

/** Runs of a transaction, at most. From the fourth on nothing conflicts with it (`lockOfRun`). */
const MAX_RUNS = 8
const FIRST_PAUSE_MS = 5
/** Runs of a transaction whose connection ends: a killed backend costs one, a server that is gone all. */
const MAX_CONNECTIONS = 3
/** Behind a database that hangs, writes are refused after so long instead of piling up. */
const MAX_WAIT_MS = 30_000
const PROBE_EVERY_MS = 1000

interface Options {
  pool: PoolConfig
  address: DatabaseAddress
  now: () => Date
  logger?: Logger | undefined
  beforeStatement?: ((sql: string) => void) | undefined
}

/**
 * The store in PostgreSQL. Transactions are SERIALIZABLE, and run again after a serialization failure. Those of one Halyard
 * run one after the other, as on the embedded engine; those of several wait for each other only where they write events (ADR 36).
 */
export class PostgresStore implements Store {
  readonly pool: Pool
  readonly peers: PostgresPeers | LeasedPeers
  /** Columns that no table has nulls in; known once the schema is. */
  readonly neverNull = new Set<string>()
  /** Major version of the server, once it is known. */
  version: number | undefined
  readonly #db: Kysely<Schema>
  readonly #driver: PostgresDriver
  readonly #gate = new ConnectionGate()
  readonly #address: DatabaseAddress
  readonly #options: PoolConfig
  #hold: Hold | undefined
  #lastDurableAt: Date | null = null
  #probedAt = 0
  #failure: StoreError | null = null
  #closing: Promise<void> | undefined

  constructor({ pool, address, now, logger, beforeStatement = () => undefined }: Options) {
    this.#address = address
    this.#options = pool
    this.pool = new Pool(pool)
    this.peers =
      address.pooling === 'transaction'
        ? new LeasedPeers(this.pool, pool, address.schema, logger)
        : new PostgresPeers(pool, address.schema, logger)
    // a server that goes ends idle connections too: the next query opens another, or fails
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => client.on('error', () => undefined))
    const driver = (this.#driver = new PostgresDriver(
      this.pool,
      {
        onCommit: ({ hasWritten }) => {
          this.#failure = null
          if (hasWritten) this.#lastDurableAt = now()
        },
        onTrouble: (error) => this.#noteTrouble(error),
      },
      (statement) => {
        // outside of a transaction too, instead of waiting for the lock of the hold
        if (this.#hold && isWrite(statement)) throw new WritesHeld()
        beforeStatement(statement)
      },
      address.pooling,
    ))
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
    await this.#enter()
    try {
      if (this.#hold) throw new WritesHeld()
      return await this.#gate.inTransaction(() => this.#runBounded(work))
    } catch (error) {
      // the driver has named all others, and what the work itself throws, such as of a file, is not the database's
      const known = isRetryable(error) ? asPostgresError(error) : error
      this.#noteTrouble(known)
      throw known
    } finally {
      this.#gate.release()
    }
  }

  /** Waits for the transactions ahead, but not for ever. Throws DatabaseUnavailable. */
  async #enter(): Promise<void> {
    const entered = this.#gate.acquire()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS, 'late')))
    const first = await Promise.race([entered, late]).finally(() => clearTimeout(timer))
    if (first !== 'late') return
    entered.then(
      () => this.#gate.release(),
      () => undefined,
    )
    throw new DatabaseUnavailable('the database is too slow for the writes ahead; try again')
  }

  /** Keeps an error of the database, not one of a value, until a commit or a probe succeeds. */
  #noteTrouble(error: unknown): void {
    if (error instanceof UnstorableValue || error instanceof WritesHeld) return
    if (error instanceof StoreError) this.#failure = error
  }

  /** Looks whether the database is back, where no write comes to find out. */
  async #probe(): Promise<void> {
    this.#probedAt = Date.now()
    const failure = this.#failure
    const { rows } = await this.pool.query<{ standby: number }>('select pg_is_in_recovery() as standby')
    if (!rows[0]?.standby && this.#failure === failure) this.#failure = null
  }

  async #runBounded<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    for (let run = 1; ; run += 1) {
      let failure: unknown
      try {
        this.#driver.lock = lockOfRun(run)
        return await this.#db.transaction().execute((queries) =>
          work(queries).catch((error: unknown) => {
            failure = error
            throw error
          }),
        )
      } catch (error) {
        const root = rootOf(error) ?? rootOf(failure)
        const runs = isRetryable(root) ? MAX_RUNS : hasEnded(root) ? MAX_CONNECTIONS : 1
        if (run >= runs) throw error
        await sleep(FIRST_PAUSE_MS * run * Math.random())
      }
    }
  }

  savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
    // the whole transaction is run again: nothing in it may go on
    return inSavepoint(queries, work, (error) => isRetryable(rootOf(error)))
  }

  /** A commit returns when it is on the disk: `synchronous_commit` is checked at the start. */
  async durable(): Promise<void> {}

  async backup(): Promise<void> {
    throw new NoBackups()
  }

  async figures(): Promise<StoreFigures> {
    const { pool, peers } = this
    return readPostgresFigures(pool, this.#address.schema, await peers.count())
  }

  async hold(): Promise<Hold> {
    if (this.#hold) throw new WritesHeld()
    await this.#enter()
    try {
      const hold = await holdTables(this.#options, this.#address.schema)
      this.#hold = {
        lost: hold.lost,
        release: async () => {
          this.#hold = undefined
          await hold.release()
        },
      }
      return this.#hold
    } finally {
      this.#gate.release()
    }
  }

  get status(): StoreStatus {
    const isAway = this.#failure instanceof DatabaseUnavailable || this.#failure instanceof CommitUnknown
    if (isAway && Date.now() - this.#probedAt > PROBE_EVERY_MS) this.#probe().catch(() => undefined)
    const failure = this.#failure ?? (this.#hold ? new WritesHeld() : null)
    return {
      place: this.#address.text,
      engine: 'postgres',
      database: `PostgreSQL ${this.version ?? ''} at ${this.#address.short}`.replace('  ', ' '),
      lastDurableAt: this.#lastDurableAt?.toISOString() ?? null,
      writable: failure === null && this.#closing === undefined,
      failure: failure?.message ?? null,
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    try {
      await this.#gate.close()
      await this.#hold?.release()
    } finally {
      await this.peers.close()
      await this.pool.end()
    }
  }
}

interface Server {
  version: string
  bytes: number
  commit: string
  fsync: string
}

/** Reads the figures of a database on a server. Rows are those of its statistics: counting reads whole tables. */
async function readPostgresFigures(pool: Pool, schema: string, halyards: number): Promise<StoreFigures> {
  const server = await pool.query<Server>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync`,
  )
  const tables = await pool.query<{ name: string; rows: number }>(
    `select c.relname as name, greatest(s.n_live_tup, c.reltuples)::bigint as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
     where n.nspname = $1 and c.relkind = 'r' order by 2 desc, 1 limit $2`,
    [schema, SHOWN_TABLES],
  )
  const { version = '', bytes = 0, commit = '', fsync = '' } = server.rows[0] ?? {}
  return {
    version,
    sizeBytes: bytes,
    durability: `synchronous_commit ${commit}, fsync ${fsync}`,
    tables: tables.rows.map(({ name, rows }) => ({ name, rows: Math.max(rows, 0) })),
    isEstimate: true,
    halyards,
  }
}

/** The error of the database behind errors that were made of it. */
function rootOf(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause !== undefined && !isRetryable(root)) root = root.cause
  return root
}
