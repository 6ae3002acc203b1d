import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { Kysely } from 'kysely'

import type { Logger } from '../kernel/logger.ts'
import { backupFile, listBackups, syncFolder, writeWhole } from './backups.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { migrate, type Migration } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { FileSystem } from './sqljs/file-system.ts'
import { loadSqlJs, type SqlJsFiles } from './sqljs/load-sqljs.ts'
import { SqlJsDialect } from './sqljs-dialect.ts'
import { DamagedDatabase, ForeignDatabase, StoreError } from './store-errors.ts'
import type { Store } from './store.ts'

/** 'HALY': says in the file itself whose it is. */
const APPLICATION_ID = 0x48414c59
const FILE = 'halyard.db'
/** There while the last process closed the database in order; gone as soon as one opens it. */
const CLOSED_MARK = 'halyard.closed'

export interface OpenOptions {
  dataDir: string
  /** The bytes of sql.js's WebAssembly. */
  wasm: Uint8Array
  now: () => Date
  logger?: Logger
  migrations?: readonly Migration[]
  /** A backup to begin from, in place of what is there (which is kept aside). */
  restoreFrom?: string
  /** For tests: a disk that fails. */
  fs?: FileSystem
}

/**
 * Opens the data of an instance: takes the folder, checks the file, brings its schema up to date. Throws
 * DataFolderInUse, DamagedDatabase (the file is put aside, never overwritten), ForeignDatabase and NewerDatabase.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const { dataDir, wasm } = options
  const unlock = lockDataFolder(dataDir)
  try {
    const files = await loadSqlJs(wasm)
    return await openFile(files, options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function openFile(files: SqlJsFiles, options: OpenOptions, unlock: () => void): Promise<Store> {
  const { dataDir, now, logger, migrations = MIGRATIONS } = options
  const file = path.join(dataDir, FILE)
  if (options.restoreFrom !== undefined) restore(options.restoreFrom, file, now())
  const connection = openChecked(files, file, options)
  try {
    const db = new Kysely<Schema>({ dialect: new SqlJsDialect(connection) })
    const backUp = (target: string) => writeWhole(target, (temporary) => connection.vacuumInto(temporary))
    const steps = await migrate({
      connection,
      db: db as Kysely<unknown>,
      migrations,
      backup: (from) => backUp(backupFile(dataDir, `before-${from + 1}`, now())),
    })
    if (steps > 0) await connection.durable()
    logger?.debug({ file, steps }, 'store open')
    return createStore(connection, db, backUp, options, unlock)
  } catch (error) {
    connection.close()
    throw error
  }
}

function createStore(
  connection: SqliteConnection,
  db: Kysely<Schema>,
  backUp: (file: string) => void,
  { dataDir, now }: OpenOptions,
  unlock: () => void,
): Store {
  let lastDurableAt: string | null = null
  let closed = false
  return {
    queries: db,
    transaction: <T>(work: (queries: Queries) => Promise<T>) => db.transaction().execute(work),
    durable: async () => {
      await connection.durable()
      lastDurableAt = now().toISOString()
    },
    backup: async (file) => backUp(file),
    get status() {
      const { failure, file } = connection
      return { file, lastDurableAt, writable: failure === null && !closed, failure }
    },
    close: async () => {
      if (closed) return
      closed = true
      await connection.durable().catch(() => undefined) // a failed sync has been told to whoever waited for it
      await db.destroy()
      connection.close()
      if (connection.failure === null) closeSync(openSync(path.join(dataDir, CLOSED_MARK), 'w', 0o600))
      unlock()
    },
  }
}

/** Opens and checks; what is damaged is put aside. */
function openChecked(files: SqlJsFiles, file: string, { dataDir, now, fs }: OpenOptions): SqliteConnection {
  const mark = path.join(dataDir, CLOSED_MARK)
  // reading the whole file takes its time; after an orderly close there is nothing that reading would find
  const wasClosed = existsSync(mark)
  if (wasClosed) {
    rmSync(mark)
    syncFolder(dataDir) // or a power cut could bring it back
  }
  let connection: SqliteConnection | undefined
  try {
    connection = new SqliteConnection(files, file, fs)
    const id = connection.pragma('application_id')
    if (id === 0 && connection.pragma('schema_version') === 0)
      connection.exec(`pragma application_id = ${APPLICATION_ID}`)
    else if (id !== APPLICATION_ID) throw new ForeignDatabase(file)
    if (wasClosed) return connection
    const finding = connection.pragma('quick_check(1)')
    if (finding === 'ok') return connection
    throw new Error(String(finding))
  } catch (error) {
    connection?.close()
    if (error instanceof StoreError) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (!/malformed|not a database|corrupt|out of order|missing|wrong|never used|invalid/i.test(message))
      throw error
    throw new DamagedDatabase(putAside(file, 'corrupt', now()), listBackups(dataDir)[0]?.file ?? null, [
      message,
    ])
  }
}

/** Renames the database with its log; answers the new name. */
function putAside(file: string, why: string, at: Date): string {
  const aside = `${file}.${why}-${at.toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  return aside
}

function restore(backup: string, file: string, at: Date): void {
  if (existsSync(file)) putAside(file, 'replaced', at)
  writeWhole(file, (temporary) => copyFileSync(backup, temporary))
}
