import { closeSync, existsSync, openSync, rmSync, readdirSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'

import type { Logger } from '#kernel/logger.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { backupFile, removeUnfinishedBackups, listBackups } from './backups.ts'
import { claimDatabase } from './claim-database.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { migrate, type Migration } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { refuseUnfinishedMove } from './move/move-progress.ts'
import { readDamage, renameReplaced, quarantine, clearDamage } from './quarantine.ts'
import { finishRestore, findGoodBackup, restoreBackup } from './restore-backup.ts'
import { SqliteStore } from './sqlite-store.ts'
import type { FileSystem } from './sqljs/file-system.ts'
import { loadSqlJs, type SqlJs } from './sqljs/load-sqljs.ts'
import { asStoreError, DamagedDatabase, DamagedFile, MissingDatabase, StoreFull } from './store-errors.ts'
import type { Store } from './store.ts'
import { makeFolder, syncFolder } from './atomic-file.ts'

const postgres = onFirstUse('pg', 'PostgreSQL', () => import('./postgres/open-postgres.ts'))

/** Name of the database in the data folder. */
export const DATABASE_FILE = 'halyard.db'
/** There while the last process closed the database in order; gone as soon as one opens it. */
const CLOSED_MARK = 'halyard.closed'

/** This version cannot serve the schema of an earlier one, not even for reading. */
const FULL_BEFORE_MIGRATION =
  'The disk is full, and the database must be brought up to date before it can be read. Free some space and start Halyard again.'

/**
 * Choice to start without the existing data: restore a backup, or start empty. The existing data is kept
 * aside.
 */
export type Recovery = { restore: string } | 'start-empty'

export interface OpenOptions {
  dataDir: string
  /** Keeps the data in PostgreSQL instead of a file: `postgres://user:password@host/database`. */
  databaseUrl?: string
  /** The bytes of sql.js's WebAssembly. */
  wasm: Uint8Array
  now: () => Date
  logger?: Logger
  migrations?: readonly Migration[]
  recovery?: Recovery
  /** Opens a database that an unfinished move goes into. */
  movesInto?: boolean
  /** Makes the sockets to PostgreSQL, where not every address is allowed. */
  makeSocket?: (() => Socket) | undefined
  /** For tests: a disk that fails. */
  fs?: FileSystem
  /** For tests: called ahead of each statement; an error that it throws counts as SQLite's. */
  beforeStatement?: (sql: string) => void
}

/**
 * Opens the data of an instance: takes the folder, checks the file, brings its schema up to date. Throws
 * DataFolderInUse; DamagedDatabase (the file is put aside, never overwritten) and MissingDatabase (nothing was changed),
 * again at each start until `recovery` says what to do; UnusableBackup, ForeignDatabase, NewerDatabase, MigrationFailed; StoreFull and StoreUnavailable.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const { dataDir, databaseUrl } = options
  if (databaseUrl !== undefined) {
    const { openPostgres } = await postgres()
    return openPostgres({ ...options, databaseUrl })
  }
  try {
    makeFolder(dataDir)
    const unlock = lockDataFolder(dataDir)
    try {
      return await openFolder(options, unlock)
    } catch (error) {
      unlock()
      throw error
    }
  } catch (error) {
    throw asStoreError(error, 'the data folder cannot be used')
  }
}

/**
 * Traces of a database: the mark of a clean close, its log, files left by restores and damage, and the key of its secrets,
 * which is made only once there is a database.
 */
const TRACES = [
  /^halyard\.closed$/,
  /^halyard\.db-wal$/,
  /^halyard\.db\.(replaced-|corrupt-|restored$|tmp$)/,
  /^sealing\.key(\.protected)?$/,
]

const MAX_NAMED = 3

/**
 * Describes a database that is gone although there was one: "is missing" or "is empty (0 bytes)", and what shows that
 * there was one. Undefined: there is a database, or there never was.
 */
function describeLoss(file: string): string | undefined {
  const isThere = existsSync(file)
  if (isThere && statSync(file).size > 0) return undefined
  const folder = path.dirname(file)
  const backups = listBackups(folder).length
  const found = [
    ...readdirSync(folder).filter((name) => TRACES.some((trace) => trace.test(name))),
    ...(backups > 0 ? [`${backups} ${backups === 1 ? 'backup' : 'backups'}`] : []),
  ]
  if (found.length === 0) return undefined
  const named = found.slice(0, MAX_NAMED).join(', ') + (found.length > MAX_NAMED ? ' and more' : '')
  return `${file} is ${isThere ? 'empty (0 bytes)' : 'missing'}, but there was a database here: its folder holds ${named}`
}

async function openFolder(options: OpenOptions, unlock: () => void): Promise<Store> {
  const { dataDir, now, recovery, logger, movesInto = false } = options
  const file = path.join(dataDir, DATABASE_FILE)
  const sqlJs = await loadSqlJs(options)
  removeUnfinishedBackups(dataDir)
  finishRestore(file)
  if (recovery !== undefined) recover(sqlJs, file, recovery, now())
  // a restore has just read through the backup
  const isRead = typeof recovery === 'object'
  const unsettled = readDamage(file)
  if (unsettled) {
    throw new DamagedDatabase(unsettled.finding, unsettled.quarantined, findGoodBackup(sqlJs, file))
  }
  // a move may come into a folder that has the key already
  const loss = recovery === 'start-empty' || movesInto ? undefined : describeLoss(file)
  if (loss !== undefined) throw new MissingDatabase(loss, findGoodBackup(sqlJs, file))
  try {
    return await openFile(sqlJs, file, { ...options, isRead }, unlock)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    const { finding, quarantined } = quarantine(file, error.finding, now())
    logger?.error({ finding, quarantined }, 'the database is damaged')
    throw new DamagedDatabase(finding, quarantined, findGoodBackup(sqlJs, file))
  }
}

function recover(sqlJs: SqlJs, file: string, recovery: Recovery, at: Date): void {
  if (recovery !== 'start-empty') return restoreBackup(sqlJs, recovery.restore, file, at)
  renameReplaced(file, at)
  clearDamage(file)
}

async function openFile(
  sqlJs: SqlJs,
  file: string,
  {
    dataDir,
    now,
    logger,
    migrations = MIGRATIONS,
    movesInto = false,
    beforeStatement,
    isRead,
  }: OpenOptions & { isRead: boolean },
  unlock: () => void,
): Promise<Store> {
  const closedMark = path.join(dataDir, CLOSED_MARK)
  // checking the whole file is slow, and unnecessary after an orderly close
  const wasClosed = takeAway(closedMark)
  const store = new SqliteStore(
    sqlJs.open(file),
    now,
    ({ inOrder }) => {
      try {
        if (inOrder) closeSync(openSync(closedMark, 'w', 0o600))
      } catch (error) {
        // on a full disk the mark is missing, and the next start checks the whole file
        logger?.warn({ err: error }, 'the mark of an orderly close could not be written')
      }
      unlock()
    },
    beforeStatement,
  )
  const { connection } = store
  try {
    claimDatabase(connection)
    connection.configure()
    if (!wasClosed && !isRead) connection.readThrough()
    const steps = await migrate({
      database: {
        name: file,
        store,
        readVersion: () => Number(connection.pragma('user_version')),
        // inside the transaction: user_version is part of the file's first page
        noteVersion: (queries, version) => sql.raw(`pragma user_version = ${version}`).execute(queries),
      },
      migrations,
      backup: (from) => store.backup(backupFile(dataDir, `before-${from + 1}`, now())),
    }).catch((error: unknown) => {
      throw error instanceof StoreFull ? new StoreFull(error, FULL_BEFORE_MIGRATION) : error
    })
    if (!movesInto) await refuseUnfinishedMove(store.queries, file, await readTableNames(store.queries))
    await store.durable()
    clearDamage(file)
    logger?.debug({ file, steps }, 'store open')
    return store
  } catch (error) {
    connection.close()
    throw error
  }
}

async function readTableNames(queries: Store['queries']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
    queries,
  )
  return rows.map(({ name }) => name)
}

/** Removes a mark for good, so that no power cut brings it back; answers whether it was there. */
function takeAway(mark: string): boolean {
  if (!existsSync(mark)) return false
  rmSync(mark)
  syncFolder(path.dirname(mark))
  return true
}
