import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { makeDatabase } from './make-database.ts'
import { makeTempFolder } from './temp-folder.ts'

/** Settings that say where the data of an instance is, on the engine of the run. */
export interface Place {
  dataDir: string
  databaseUrl?: string
}

/** Keeps, in the data folder, the address of the database that belongs to it: for processes that are told the folder only. */
const ADDRESS = 'database-of-the-test'

/** Makes a place for an instance that is started more than once. */
export async function makeTempPlace(prefix?: string): Promise<{ at: Place; remove: () => Promise<void> }> {
  const { folder, remove } = makeTempFolder(prefix)
  const database = await makeDatabase()
  noteDatabase(folder, database)
  return {
    at: placeAt(folder),
    remove: async () => {
      remove()
      await database?.remove()
    },
  }
}

/** Notes the database of a data folder in it. */
export function noteDatabase(dataDir: string, database: { url: string } | undefined): void {
  if (database) writeFileSync(path.join(dataDir, ADDRESS), database.url)
}

/** Reads the place that has this data folder. */
export function placeAt(dataDir: string): Place {
  const file = path.join(dataDir, ADDRESS)
  return existsSync(file) ? { dataDir, databaseUrl: readFileSync(file, 'utf8') } : { dataDir }
}
