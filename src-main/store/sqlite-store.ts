import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { open, rename, rm } from 'node:fs/promises'

import { ConnectionGate } from './connection-gate.ts'
import { type Hold, type Store, type StoreFigures, type StoreStatus, SHOWN_TABLES } from './store.ts'
import { inSavepoint } from './in-savepoint.ts'
import { NO_PEERS } from './peers.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { DatabaseFile } from './sqljs/database-file.ts'
import { SqlJsDialect } from './sqljs-dialect.ts'
import { asStoreError, StoreUnavailable, WritesHeld } from './store-errors.ts'
import { nextTurn } from '#runtime/turn.ts'
import { makeFolder, syncFolder } from './atomic-file.ts'

/** Tables that can get large. Each is counted row by row, so others are left out. */
const LARGE = [
  'events',
  'signals',
  'client_metrics',
  'action_set_events',
  'feature_strategies',
  'feature_environments',
  'features',
  'users',
  'sign_ins',
  'impressions',
  'unknown_flags',
  'integration_events',
] as const satisfies readonly (keyof Schema)[]

/** Reads the figures of an embedded database. */
async function readSqliteFigures(queries: Queries): Promise<StoreFigures> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, p.page_count * s.page_size as bytes
    from pragma_page_count() p, pragma_page_size() s`.execute(queries)
  const tables: StoreFigures['tables'] = []
  for (const name of LARGE) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(
      queries,
    )
    tables.push({ name, rows: counted.rows[0]?.rows ?? 0 })
    await nextTurn()
  }
  return {
    version: rows[0]?.version ?? '',
    sizeBytes: rows[0]?.bytes ?? 0,
    durability: 'write-ahead log, synced before each answer',
    tables: tables.sort((a, b) => b.rows - a.rows).slice(0, SHOWN_TABLES),
    isEstimate: false,
    halyards: 1,
  }
}

/** Read and written at once; the event loop is free in between. */
const STEP = 1024 * 1024

/** Synced as it grows, so that no sync of the log has to wait for the whole copy. */
const SYNCED_EVERY = 16 * STEP

/** The versions of the file format in SQLite's header: 2 needs a write-ahead log, 1 does not. */
const FORMAT_VERSIONS = { offset: 18, withoutLog: Buffer.from([1, 1]) }

/**
 * Copies a database file that does not change meanwhile, without blocking: complete under its name, or not there at all.
 * The copy is a database without a write-ahead log: it can be read where nothing can be written. Rejects with what the
 * operating system says, and when `signal` is aborted.
 */
async function copyInSteps(from: string, to: string, signal: AbortSignal): Promise<void> {
  makeFolder(path.dirname(to))
  const temporary = `${to}.tmp`
  try {
    await rm(temporary, { force: true })
    await copy(from, temporary, signal)
    // an aborted transaction may have changed the file since
    signal.throwIfAborted()
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  syncFolder(path.dirname(to))
}

async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const buffer = Buffer.alloc(STEP)
      for (let position = 0; ;) {
        signal.throwIfAborted()
        const { bytesRead } = await source.read(buffer, 0, STEP, position)
        if (bytesRead === 0) break
        await target.writeFile(buffer.subarray(0, bytesRead))
        position += bytesRead
        if (position % SYNCED_EVERY === 0) await target.datasync()
      }
      const { offset, withoutLog } = FORMAT_VERSIONS
      await target.write(withoutLog, 0, withoutLog.length, offset)
      await target.sync()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** The store on one SQLite file. */
export class SqliteStore implements Store {
  readonly connection: SqliteConnection
  readonly peers = NO_PEERS
  readonly #db: Kysely<Schema>
  readonly #gate = new ConnectionGate()
  readonly #onClosed: (closed: { inOrder: boolean }) => void
  #lastDurableAt: Date | null = null
  /** One at a time: each holds the checkpoints back. */
  #backups: Promise<void> = Promise.resolve()
  /** Ends a backup that is running when the store is closed. */
  readonly #ending = new AbortController()
  #closing: Promise<void> | undefined

  /**
   * Takes over an open file; `configure` on its connection comes first, before any query. `onClosed` is told whether
   * all that was written is in the file as it should be.
   */
  constructor(
    file: DatabaseFile,
    now: () => Date,
    onClosed: (closed: { inOrder: boolean }) => void,
    beforeStatement?: (sql: string) => void,
  ) {
    this.#onClosed = onClosed
    this.connection = new SqliteConnection(file, () => (this.#lastDurableAt = now()), beforeStatement)
    this.#db = new Kysely<Schema>({ dialect: new SqlJsDialect(this.connection, this.#gate) })
  }

  get queries(): Queries {
    return this.#db
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute((transaction) => this.#gate.inTransaction(() => work(transaction)))
  }

  savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
    return inSavepoint(queries, work)
  }

  durable(): Promise<void> {
    return this.connection.durable()
  }

  backup(file: string): Promise<void> {
    const backup = this.#backups.then(() => this.#backUp(file))
    this.#backups = backup.catch(() => undefined)
    return backup
  }

  /** The file is copied as it stands after a checkpoint, while writes go on into the log. */
  async #backUp(file: string): Promise<void> {
    try {
      await this.#withConnection(() => this.connection.holdCheckpoints())
      try {
        await copyInSteps(this.connection.file, file, this.#ending.signal)
      } finally {
        // closing runs a checkpoint
        if (!this.#ending.signal.aborted)
          await this.#withConnection(() => this.connection.resumeCheckpoints())
      }
    } catch (error) {
      if (this.#ending.signal.aborted)
        throw new StoreUnavailable('the store was closed during the backup', error)
      throw asStoreError(error, 'the backup failed')
    }
  }

  figures(): Promise<StoreFigures> {
    return readSqliteFigures(this.queries)
  }

  async hold(): Promise<Hold> {
    await this.#withConnection(() => {
      if (this.connection.holdsWrites) throw new WritesHeld()
      this.connection.holdWrites(true)
    })
    return {
      lost: new AbortController().signal,
      release: () => this.#withConnection(() => this.connection.holdWrites(false)),
    }
  }

  /** Runs outside of any transaction. */
  async #withConnection(work: () => void): Promise<void> {
    await this.#gate.acquire()
    try {
      work()
    } finally {
      this.#gate.release()
    }
  }

  get status(): StoreStatus {
    const { file, holdsWrites } = this.connection
    const failure = this.connection.failure ?? (holdsWrites ? new WritesHeld() : null)
    return {
      place: file,
      engine: 'sqlite',
      database: `SQLite in ${path.basename(file)}`,
      lastDurableAt: this.#lastDurableAt?.toISOString() ?? null,
      writable: failure === null && this.#closing === undefined,
      failure: failure?.message ?? null,
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#ending.abort()
    await this.#gate.close()
    await this.#backups
    await this.durable().catch(() => undefined) // reported to the caller that waited for it
    let inOrder = false
    try {
      this.connection.close()
      inOrder = this.connection.failure === null
    } finally {
      this.#onClosed({ inOrder })
    }
  }
}
