import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { lockDataFolder } from './data-folder-lock.ts'
import { openStore, type OpenOptions } from './open-store.ts'
import type { Queries } from './queries.ts'
import { RESTORED_SUFFIX, RESTORING_MARK } from './restore-backup.ts'

const DATABASE = 'halyard.db'
/** Files of a database. All but the first are optional. */
const PARTS = [
  DATABASE,
  `${DATABASE}-wal`,
  `${DATABASE}-journal`,
  'halyard.closed',
  // finish a killed restore in the copy
  RESTORING_MARK,
  DATABASE + RESTORED_SUFFIX,
]

/**
 * Reads the data of an instance that is not running, without changing it. Reads a copy, whose schema may be
 * migrated. Throws the errors of openStore, DataFolderInUse, and Error if there is no data.
 */
export async function readCopy<T>(options: OpenOptions, read: (queries: Queries) => Promise<T>): Promise<T> {
  const { dataDir } = options
  if (!existsSync(path.join(dataDir, DATABASE))) throw new Error(`There is no data of Halyard in ${dataDir}`)
  const copy = mkdtempSync(path.join(os.tmpdir(), 'halyard-copy-'))
  try {
    copyData(dataDir, copy)
    const store = await openStore({ ...options, dataDir: copy })
    try {
      return await read(store.queries)
    } finally {
      await store.close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies the data folder. No process may start writing meanwhile. */
function copyData(from: string, to: string): void {
  const unlock = lockDataFolder(from)
  try {
    for (const part of PARTS.filter((one) => existsSync(path.join(from, one))))
      copyFileSync(path.join(from, part), path.join(to, part), constants.COPYFILE_FICLONE)
  } finally {
    unlock()
  }
}
