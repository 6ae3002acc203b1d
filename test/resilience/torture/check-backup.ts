import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { openStore } from '#store/open-store.ts'
import { wasm } from '#support/runner/wasm.ts'
import { findBroken, readFile, type ReadRows } from './invariants.ts'

/** Checks a backup: it keeps every invariant, and is how the database once was. */
export function checkBackup(backup: string, database: ReadRows): string[] {
  const broken = readFile(backup, findBroken).map((fault) => `backup: ${fault}`)
  return isPrefixOf(backup, database) ? broken : [...broken, 'a backup has other events than the database']
}

/** Checks that the events of a file are the first ones of a database. */
export function isPrefixOf(file: string, database: ReadRows): boolean {
  return readFile(file, (read) => {
    const last = Number(read('select coalesce(max(id), 0) as last from events')[0]?.['last'])
    const events = `select * from events where id <= ${last} order by id`
    return hashOf(read(events)) === hashOf(database(events))
  })
}

/** Restores a backup into an empty folder; answers the tables that are not the same afterwards. */
export async function compareRestored(backup: string, folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const store = await openStore({
    dataDir: folder,
    wasm,
    now: () => new Date(),
    recovery: { restore: backup },
  })
  await store.close()
  const [before, after] = [backup, path.join(folder, 'halyard.db')].map((file) => readFile(file, hashTables))
  return [...(before ?? [])]
    .filter(([table, hash]) => after?.get(table) !== hash)
    .map(([table]) => `a restored backup has another ${table}`)
}

function hashTables(read: ReadRows): Map<string, string> {
  const tables = read(`select name from sqlite_schema where type = 'table'`).map(({ name }) => String(name))
  return new Map(tables.map((table) => [table, hashOf(read(`select * from "${table}"`))]))
}

function hashOf(rows: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
