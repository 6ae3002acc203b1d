import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'

import { AppError } from '#kernel/app-error.ts'
import { UnreadBody } from '#kernel/parse-request.ts'

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const UNPACK: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)],
])

const encodingOf = (headers: IncomingHttpHeaders) =>
  headers['content-encoding']?.trim().toLowerCase() ?? 'identity'

/** Checks whether a body is not sent as it is. */
export const isPacked = (headers: IncomingHttpHeaders): boolean => encodingOf(headers) !== 'identity'

/**
 * Unpacks a body up to a size (docs/contract/http.md#content-encoding). A body of another encoding stays unread, so that only who
 * may send one is told. Throws 400 for what is not packed as its header says, 413 for what is larger.
 */
export async function unpackBody(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  most: number,
): Promise<Buffer | UnreadBody> {
  const encoding = encodingOf(headers)
  if (bytes.length === 0 || encoding === 'identity') return bytes
  const unpack = UNPACK.get(encoding)
  if (!unpack) return new UnreadBody(refuseEncoding(encoding))
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('PayloadTooLargeError', 'request entity too large')
    throw new AppError(
      'BadDataError',
      `The body is not packed with ${encoding}, as its Content-Encoding says.`,
    )
  }
}

const refuseEncoding = (encoding: string) =>
  new AppError(
    'ContentTypeError',
    `Bodies are not taken with the Content-Encoding ${encoding}. Send the body packed with gzip or deflate, or not packed.`,
  )
