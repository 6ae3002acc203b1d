/** The part of the WebAssembly global that loading needs; Node has it all, its types not. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

export interface WasmTable {
  readonly length: number
  get(index: number): unknown
}

interface WebAssemblyApi {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
  Memory: new (descriptor: never) => WasmMemory
  Table: new (descriptor: never) => WasmTable
}

export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
