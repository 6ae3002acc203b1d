import { copyFile } from 'node:fs/promises'
import path from 'node:path'

import { makeFolder } from '#store/atomic-file.ts'
import { DATABASE_FILE } from '#store/open-store.ts'
import { SEALING_KEY_FILES } from '#store/sealing-keys.ts'
import type { Backend } from './backend.ts'

/**
 * Copies a running instance on a file into an empty data folder: the data of one moment, and the keys of its stored
 * secrets. Rejects with what the operating system says.
 */
export async function copyInstance({ store }: Backend, dataDir: string, folder: string): Promise<void> {
  makeFolder(folder)
  for (const name of SEALING_KEY_FILES)
    await copyFile(path.join(dataDir, name), path.join(folder, name)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  // last: a folder without a database is an empty one
  await store.backup(path.join(folder, DATABASE_FILE))
}
