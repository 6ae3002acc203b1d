import path from 'node:path'

import initSqlJs from 'sql.js'

import type { FileSystem } from './file-system.ts'
import { OpenFiles, type IoCounts } from './open-files.ts'
import { OK } from './result-codes.ts'
import { redirectVfs, VFS, type Redirection } from './vfs.ts'
import { webAssembly } from './web-assembly.ts'
import { WasmHeap, type SqlJsDatabase, type SqlJsModule } from './wasm-heap.ts'

/** sql.js, opening databases on real files. */
export interface SqlJsFiles {
  /** Opens the database of a file, creating it if it is not there; `fs` is where its folder lies, for tests. */
  open(file: string, fs?: FileSystem): SqlJsDatabase
  /** Brings an open file, such as the `-wal`, to the disk without blocking. */
  sync(file: string): Promise<void>
  readonly counts: IoCounts
  /** The last error of the operating system. */
  lastError(): unknown
}

let loaded: Promise<SqlJsFiles> | undefined

/**
 * Loads the unmodified sql.js and points its VFS at real files (design/store.md, "How"). Relies on Emscripten's
 * documented `instantiateWasm` and SQLite's public ABI, and on one internal: the first member of `struct sqlite3` is
 * the VFS. That is verified here; a mismatch rejects: it never falls back to memory.
 *
 * `wasm` are the bytes of sql-wasm.wasm: where that file lies is the caller's to know. sql.js can be loaded once in a
 * process; everybody shares it.
 */
export function loadSqlJs(wasm: Uint8Array): Promise<SqlJsFiles> {
  return (loaded ??= load(wasm))
}

async function load(wasm: Uint8Array): Promise<SqlJsFiles> {
  const { module, heap } = await instantiate(wasm)
  const pVfs = findDefaultVfs(module, heap)
  const maxPath = heap.readU32(pVfs + VFS.maxPath)
  const files = new OpenFiles()
  const redirection: Redirection = { target: null }
  redirectVfs(module, heap, pVfs, files, redirection)

  function open(file: string, fs?: FileSystem): SqlJsDatabase {
    const target = path.resolve(file)
    if (Buffer.byteLength(target) + '-journal'.length + 1 > maxPath)
      throw new RangeError(`the path is too long for SQLite: ${target}`)
    if (fs) files.mount(path.dirname(target), fs)
    redirection.target = target
    try {
      // an empty array makes sql.js create a node in its memory file system, which its close() removes; SQLite never
      // opens that node, because xFullPathname has put the real name in its place
      return new module.Database(new Uint8Array(0))
    } finally {
      redirection.target = null
    }
  }

  const sync = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const file = files.find(name)
      if (!file) return reject(new Error(`${name} is not open`))
      file.fs.fdatasync(file.fd, (error) => (error ? reject(error) : resolve()))
    })
  return { open, sync, counts: files.counts, lastError: () => files.lastError }
}

async function instantiate(wasm: Uint8Array): Promise<{ module: SqlJsModule; heap: WasmHeap }> {
  let exports: Record<string, unknown> = {}
  const module = await new Promise<SqlJsModule>((resolve, reject) => {
    const options = {
      instantiateWasm(imports: object, done: (instance: unknown) => void) {
        // Emscripten swallows what is thrown in here
        webAssembly.instantiate(wasm, imports).then(({ instance }) => {
          exports = instance.exports
          done(instance)
        }, reject)
        return {}
      },
    }
    // the types of sql.js know neither the option nor the functions we use; the self-test below does
    initSqlJs(options as object).then((loaded) => resolve(loaded as unknown as SqlJsModule), reject)
  })
  const found = Object.values(exports)
  const memory = found.find((value) => value instanceof webAssembly.Memory)
  const table = found.find((value) => value instanceof webAssembly.Table)
  if (!memory || !table) throw unsupported('its memory and function table are not exported')
  return { module, heap: new WasmHeap(memory, table, module) }
}

/** Finds the VFS through a throw-away connection, and checks that it is what it must be. */
export function findDefaultVfs(module: SqlJsModule, heap: WasmHeap): number {
  for (const name of [
    'addFunction',
    '_malloc',
    '_free',
    '_sqlite3_open',
    '_sqlite3_close_v2',
    'stringToNewUTF8',
    'UTF8ToString',
  ] as const) {
    if (typeof module[name] !== 'function') throw unsupported(`it has no ${name}`)
  }
  const ppDb = module._malloc(4)
  const zName = module.stringToNewUTF8(':memory:')
  try {
    if (module._sqlite3_open(zName, ppDb) !== OK) throw unsupported('it opens no database in memory')
    const pDb = heap.readU32(ppDb)
    const pVfs = heap.readU32(pDb)
    const isSane = looksLikeVfs(heap, pVfs)
    module._sqlite3_close_v2(pDb)
    if (!isSane) throw unsupported("SQLite's default VFS is not where it is expected")
    return pVfs
  } finally {
    module._free(ppDb)
    module._free(zName)
  }
}

function looksLikeVfs(heap: WasmHeap, pVfs: number): boolean {
  if (pVfs <= 0 || pVfs + 100 >= heap.size) return false
  const name = heap.readU32(pVfs + VFS.name)
  return (
    heap.readU32(pVfs + VFS.version) === 3 &&
    heap.readU32(pVfs + VFS.fileSize) >= 8 &&
    heap.readU32(pVfs + VFS.maxPath) >= 256 &&
    name > 0 &&
    name < heap.size &&
    heap.readText(name) === 'unix' &&
    [VFS.xOpen, VFS.xDelete, VFS.xAccess, VFS.xFullPathname].every((offset) =>
      heap.isFunction(heap.readU32(pVfs + offset)),
    )
  )
}

const unsupported = (why: string) =>
  new Error(`This build of sql.js is not supported: ${why}. Halyard is made for sql.js 1.16.0.`)
