import { OK } from './result-codes.ts'
import { VFS } from './vfs.ts'
import type { SqlJsModule, WasmHeap } from './wasm-heap.ts'

/** The release that the VFS is made for; package.json must ask for exactly this one. */
export const SUPPORTED_SQL_JS = '1.16.0'

const FUNCTIONS = [
  'addFunction',
  '_malloc',
  '_free',
  '_sqlite3_open',
  '_sqlite3_close_v2',
  'stringToNewUTF8',
  'UTF8ToString',
] as const

/**
 * Finds SQLite's default VFS through a throw-away connection, and checks that it is what it must be. The one internal
 * that all rests on is here: the first member of `struct sqlite3` is the VFS. Throws on any mismatch
 * (ADR 0002).
 */
export function findDefaultVfs(module: SqlJsModule, heap: WasmHeap): number {
  for (const name of FUNCTIONS) {
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

/** The error for a sql.js that is not the one we know. */
export function unsupported(why: string): Error {
  return new Error(`This build of sql.js is not supported: ${why}. Halyard is made for ${SUPPORTED_SQL_JS}.`)
}
