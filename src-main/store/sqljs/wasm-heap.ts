import type { WasmMemory, WasmTable } from './web-assembly.ts'

/** A function of the WebAssembly table: numbers and, for 64-bit arguments, bigints in; a number out. */
export type WasmFunction = (...args: never[]) => number

/**
 * Members that sql.js 1.16 puts on its module object beyond its typed API. The self-test at load checks each.
 */
export interface SqlJsModule {
  Database: new (data?: Uint8Array) => SqlJsDatabase
  addFunction(f: WasmFunction, signature: string): number
  _malloc(bytes: number): number
  _free(pointer: number): void
  _sqlite3_open(name: number, pointerToDb: number): number
  _sqlite3_close_v2(db: number): number
  stringToNewUTF8(text: string): number
  UTF8ToString(pointer: number): string
}

/** The part of sql.js's Database that the store uses. */
export interface SqlJsDatabase {
  exec(sql: string): { columns: string[]; values: SqlValue[][] }[]
  prepare(sql: string): SqlJsStatement
  close(): void
  getRowsModified(): number
}

export interface SqlJsStatement {
  bind(values: readonly SqlValue[]): boolean
  step(): boolean
  get(): SqlValue[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

export type SqlValue = string | number | Uint8Array | null

/** Reads and writes the memory of the WebAssembly instance; renews its views when the memory has grown. */
export class WasmHeap {
  readonly #memory: WasmMemory
  readonly #module: SqlJsModule
  readonly table: WasmTable
  #bytes: Uint8Array
  #view: DataView

  constructor(memory: WasmMemory, table: WasmTable, module: SqlJsModule) {
    this.#memory = memory
    this.#module = module
    this.table = table
    this.#bytes = new Uint8Array(memory.buffer)
    this.#view = new DataView(memory.buffer)
  }

  get size(): number {
    return this.#memory.buffer.byteLength
  }

  bytes(): Uint8Array {
    this.#renew()
    return this.#bytes
  }

  readU32(pointer: number): number {
    this.#renew()
    return this.#view.getUint32(pointer, true)
  }

  writeU32(pointer: number, value: number): void {
    this.#renew()
    this.#view.setUint32(pointer, value, true)
  }

  writeI64(pointer: number, value: bigint): void {
    this.#renew()
    this.#view.setBigInt64(pointer, value, true)
  }

  readText(pointer: number): string {
    return this.#module.UTF8ToString(pointer)
  }

  /** A C string, if it fits into `capacity` bytes with its end. */
  writeText(pointer: number, capacity: number, text: string): boolean {
    const bytes = new TextEncoder().encode(`${text}\0`)
    if (bytes.length > capacity) return false
    this.bytes().set(bytes, pointer)
    return true
  }

  isFunction(index: number): boolean {
    return index > 0 && index < this.table.length && typeof this.table.get(index) === 'function'
  }

  #renew(): void {
    // growing the heap detaches the buffer of the former views
    if (this.#bytes.buffer === this.#memory.buffer) return
    this.#bytes = new Uint8Array(this.#memory.buffer)
    this.#view = new DataView(this.#memory.buffer)
  }
}
