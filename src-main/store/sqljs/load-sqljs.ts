import path from 'node:path'
import initSqlJs from 'sql.js'

import { DatabaseFile } from './database-file.ts'
import { realFileSystem, type FileSystem } from './file-system.ts'
import { unsupported, findDefaultVfs } from './self-test.ts'
import { Volume } from './volume.ts'
import { OpenFiles } from './open-files.ts'
import { redirectVfs, VFS, type Redirection } from './vfs.ts'
import { WasmHeap, type SqlJsModule } from './wasm-heap.ts'
import { webAssembly } from './web-assembly.ts'

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

/** sql.js with its VFS pointed at real files. */
interface Engine {
  readonly module: SqlJsModule
  readonly files: OpenFiles
  readonly redirection: Redirection
  /** The longest path that SQLite takes, in bytes. */
  readonly maxPath: number
}

let started: Promise<Engine> | undefined

/** The engine of this process: sql.js can be loaded only once in it. Rejects if the self-test finds a strange build. */
function startEngine(wasm: Uint8Array): Promise<Engine> {
  return (started ??= start(wasm))
}

async function start(wasm: Uint8Array): Promise<Engine> {
  const { module, heap } = await instantiate(wasm)
  const pVfs = findDefaultVfs(module, heap)
  const files = new OpenFiles()
  const redirection: Redirection = { target: null }
  redirectVfs(module, heap, pVfs, files, redirection)
  return { module, files, redirection, maxPath: heap.readU32(pVfs + VFS.maxPath) }
}

/**
 * Loads the unmodified sql.js and gets hold of its memory and function table, through Emscripten's documented option
 * `instantiateWasm`.
 */
async function instantiate(wasm: Uint8Array): Promise<{ module: SqlJsModule; heap: WasmHeap }> {
  let exports: Record<string, unknown> = {}
  const module = await new Promise<SqlJsModule>((resolve, reject) => {
    const options = {
      instantiateWasm(imports: object, done: (instance: unknown) => void) {
        // Emscripten swallows errors thrown here
        webAssembly.instantiate(wasm, imports).then(({ instance }) => {
          exports = instance.exports
          done(instance)
        }, reject)
        return {}
      },
    }
    // the types of sql.js lack the option and the functions used here; the self-test checks each
    initSqlJs(options as object).then((loaded) => resolve(loaded as unknown as SqlJsModule), reject)
  })
  const found = Object.values(exports)
  const memory = found.find((value) => value instanceof webAssembly.Memory)
  const table = found.find((value) => value instanceof webAssembly.Table)
  if (!memory || !table) throw unsupported('its memory and function table are not exported')
  return { module, heap: new WasmHeap(memory, table, module) }
}

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
