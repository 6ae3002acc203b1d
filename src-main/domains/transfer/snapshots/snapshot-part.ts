import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import type { Values } from './table-rows.store.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)
/** Rows are some hundred bytes: reading or writing a part takes a few milliseconds. */
export const ROWS_OF_PART = 1000
/** A part is at most so long; a longer one was not written here. */
const MAX_PART = 64_000_000

/** Packs some rows of a table: JSON, compressed beside the event loop, in Base64. */
export async function packRows(rows: readonly Values[]): Promise<string> {
  return (await compress(JSON.stringify(rows), { level: 1 })).toString('base64')
}

export async function unpackRows(content: string): Promise<Values[]> {
  const text = await expand(Buffer.from(content, 'base64'), { maxOutputLength: MAX_PART })
  return JSON.parse(text.toString('utf8')) as Values[]
}
