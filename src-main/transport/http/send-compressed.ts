import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { acceptsGzip } from './accepted-encoding.ts'

/** Ending of the files that the npm package holds compressed only (ADR 55). */
export const COMPRESSED = '.gz'

interface Sent {
  statusCode: number
  headers: object
  stream: NodeJS.ReadableStream
}

/** Sends a file of which only the compressed form is there. `sent`: that form, as it would be sent for itself. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, type, sent: { statusCode, headers, stream } }: { file: string; type: string; sent: Sent },
): FastifyReply {
  reply.code(statusCode).headers({ ...headers, vary: 'Accept-Encoding' })
  if (statusCode !== 200) return reply.send(stream)
  reply.header('content-type', type)
  if (acceptsGzip(request.headers['accept-encoding']))
    return reply.header('content-encoding', 'gzip').send(stream)
  // length and ETag are those of the compressed form
  reply.removeHeader('content-length').removeHeader('etag')
  return reply.send(createReadStream(file).pipe(createGunzip()))
}
