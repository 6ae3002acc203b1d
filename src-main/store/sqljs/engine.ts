import initSqlJs from 'sql.js'

import { OpenFiles } from './open-files.ts'
import { findDefaultVfs, unsupported } from './self-test.ts'
import { redirectVfs, VFS, type Redirection } from './vfs.ts'
import { WasmHeap, type SqlJsModule } from './wasm-heap.ts'
import { webAssembly } from './web-assembly.ts'

/** sql.js with its VFS pointed at real files. */
export interface Engine {
  readonly module: SqlJsModule
  readonly files: OpenFiles
  readonly redirection: Redirection
  /** The longest path that SQLite takes, in bytes. */
  readonly maxPath: number
}

let started: Promise<Engine> | undefined

/** The engine of this process: sql.js can be loaded only once in it. Rejects if the self-test finds a strange build. */
export function startEngine(wasm: Uint8Array): Promise<Engine> {
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
export async function instantiate(wasm: Uint8Array): Promise<{ module: SqlJsModule; heap: WasmHeap }> {
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
