import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The bytes of sql.js's WebAssembly, from the package. */
export const wasm: Uint8Array = readFileSync(
  createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
)
