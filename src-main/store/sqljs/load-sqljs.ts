import path from 'node:path'

import { DatabaseFile } from './database-file.ts'
import { startEngine, type Engine } from './engine.ts'
import { realFileSystem, type FileSystem } from './file-system.ts'
import { unsupported } from './self-test.ts'
import { Volume } from './volume.ts'

export interface LoadOptions {
  /** The bytes of sql-wasm.wasm: where that file lies is the caller's to know. */
  wasm: Uint8Array
  /** Another disk than the real one, for tests. */
  fs?: FileSystem
}

/** sql.js, opening databases on files. */
export interface SqlJs {
  /**
   * Opens a database, creating its file if it is not there. SQLite reads nothing yet: that the file is none of its own
   * shows with the first statement. Throws RangeError if the path is too long, and what the operating system says.
   */
  open(file: string): DatabaseFile
}

const LONGEST_SUFFIX = '-journal'.length + 1

/**
 * Loads the unmodified sql.js 1.16 and points SQLite's default VFS at real files, page by page (ADR 0002). It never
 * falls back to memory: a build of sql.js other than the one known rejects.
 */
export async function loadSqlJs({ wasm, fs = realFileSystem }: LoadOptions): Promise<SqlJs> {
  const engine = await startEngine(wasm)
  return { open: (file) => open(engine, new Volume(path.resolve(file), fs)) }
}

function open({ module, files, redirection, maxPath }: Engine, volume: Volume): DatabaseFile {
  const file = volume.database
  if (Buffer.byteLength(file) + LONGEST_SUFFIX > maxPath)
    throw new RangeError(`the path is too long for SQLite: ${file}`)
  files.mount(volume)
  redirection.target = file
  try {
    // an empty array makes sql.js create a node in its memory file system, which its close() removes; SQLite never
    // opens that node, because xFullPathname has put the real name in its place
    const database = new module.Database(new Uint8Array(0))
    // last part of the self-test: sql.js has opened our file
    if (!files.find(volume, file)) throw unsupported(`it did not open ${file}`)
    return new DatabaseFile(database, volume, files)
  } catch (error) {
    files.unmount(volume)
    throw volume.lastError ?? error
  } finally {
    redirection.target = null
  }
}
