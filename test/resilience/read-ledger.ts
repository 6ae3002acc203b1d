import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { SqliteConnection } from '#store/sqlite-connection.ts'
import { loadSqlJs } from '#store/sqljs/load-sqljs.ts'
import type { FileSystem } from '#store/sqljs/file-system.ts'
import { wasm } from '#support/runner/wasm.ts'
import { examine, type Bounds, type Findings } from './ledger.ts'

/** Checks a database with our own store's connection, as the next start would find it. */
export async function checkWithOwnStore(file: string, bounds: Bounds, fs?: FileSystem): Promise<Findings> {
  const sqlJs = await loadSqlJs(fs ? { wasm, fs } : { wasm })
  const opened = sqlJs.open(file)
  const connection = new SqliteConnection(opened)
  try {
    return examine((text) => opened.database.exec(text)[0]?.values ?? [], bounds)
  } catch (error) {
    return { faults: [`it cannot be read: ${String(error)}`], last: 0 }
  } finally {
    connection.close()
  }
}

/** Checks a database with SQLite's own C library. */
export function checkWithSqlite(file: string, bounds: Bounds): Findings {
  const database = new DatabaseSync(file)
  try {
    return examine((text) => {
      const statement = database.prepare(text)
      statement.setReturnArrays(true)
      return statement.all() as unknown as unknown[][]
    }, bounds)
  } finally {
    database.close()
  }
}

/** A copy of the database as it lies there, with its log: the original keeps what it must recover from. */
export function copyDatabase(file: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const part of ['', '-wal', '-journal'])
    if (existsSync(file + part)) copyFileSync(file + part, path.join(folder, path.basename(file) + part))
  return path.join(folder, path.basename(file))
}
