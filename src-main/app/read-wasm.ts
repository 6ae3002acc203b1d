import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const unpack = promisify<Buffer, Buffer>(gunzip)

/** Reads the WebAssembly of sql.js. The npm package has it compressed (ADR 55). */
export async function readWasm(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return unpack(await readFile(`${file}.gz`))
  }
}
