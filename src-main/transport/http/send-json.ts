import { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { Compressor, type Encoding } from '#runtime/compressor.ts'
import { GzipInParts } from '#runtime/gzip-in-parts.ts'
import { type Entity, isFresh, largeEtag, lengthOf, weakEtag } from '#kernel/etag.ts'
import { isLarge } from '#runtime/is-large.ts'
import { largeJson } from '#runtime/json-in-steps.ts'
import { acceptedEncoding, acceptsGzip } from './accepted-encoding.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Smaller answers stay plain. */
const LEAST_CACHED = 4 * 1024
const LEAST_ONCE = 16 * 1024

const compressor = new Compressor()
const inParts = new GzipInParts()

/**
 * Sends a value as JSON. A GET carries a weak ETag, and answers 304 to a client that has this value
 * (docs/contract/http.md#etag). `noteMade` learns the length of the text when it is there.
 */
export async function sendValue(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  noteMade: (length: number) => void,
): Promise<FastifyReply> {
  const text = isLarge(body) ? await largeJson(body) : JSON.stringify(body)
  if (!reply.hasHeader('content-type')) reply.header('content-type', JSON_TYPE)
  const length = typeof text === 'string' ? Buffer.byteLength(text) : lengthOf(text)
  noteMade(length)
  const isCompressible = length >= LEAST_ONCE && isConditional(request)
  if (isCompressible) vary(reply, 'Accept-Encoding')
  if (isConditional(request) && !reply.hasHeader('etag')) {
    const etag = typeof text === 'string' ? weakEtag(text) : await largeEtag(text)
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag))
      return reply.code(304).removeHeader('content-type').send()
  }
  if (isCompressible && encodingFor(request)) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.concat(text)
    return sendOnce(request, reply, bytes)
  }
  if (typeof text === 'string') return reply.send(text)
  return reply.header('content-length', length).send(Readable.from(text))
}

/** Sends bytes that only this caller gets. Large JSON is compressed outside the event loop. */
export async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Promise<FastifyReply> {
  if (!reply.hasHeader('content-type')) reply.header('content-type', JSON_TYPE)
  const isJson = reply.getHeader('content-type') === JSON_TYPE
  if (!isJson || bytes.length < LEAST_ONCE || !isConditional(request)) return reply.send(bytes)
  vary(reply, 'Accept-Encoding')
  const encoding = encodingFor(request)
  const packed = encoding && (await compressor.compress(bytes, encoding))
  return packed ? sendPacked(reply, packed, encoding) : reply.send(bytes)
}

/** Sends cached bytes, compressed if that form is there already, or soon. */
export async function sendEntity(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes, comesAgain = false }: Entity,
): Promise<FastifyReply> {
  const isCompressible = bytes.length >= LEAST_CACHED
  if (isCompressible) vary(reply, 'Accept-Encoding')
  if (isConditional(request)) {
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  reply.header('content-type', JSON_TYPE)
  const encoding = isCompressible ? encodingFor(request) : undefined
  if (encoding === undefined) return reply.send(bytes)
  // many get it, and after each change it hardly differs
  const gzip = comesAgain && acceptsGzip(request.headers['accept-encoding'])
  const packed =
    gzip && encoding === 'gzip' ? undefined : compressor.ready(bytes, encoding, comesAgain && !gzip)
  if (packed) return sendPacked(reply, packed, encoding)
  const made = gzip ? await inParts.pack(bytes) : undefined
  return made ? sendPacked(reply, made, 'gzip') : reply.send(bytes)
}

/** A strong ETag stands for exactly these bytes: the compressed form has the weak one, which gets 304 as well. */
function sendPacked(reply: FastifyReply, packed: Buffer, encoding: Encoding): FastifyReply {
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`)
  return reply.header('content-encoding', encoding).send(packed)
}

/**
 * The encoding of an answer. A request with a cookie gets a plain answer: a foreign page can cause such requests, and could
 * learn secrets from the length of what is compressed (BREACH; ADR 39).
 */
const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined =>
  headers.cookie === undefined ? acceptedEncoding(headers['accept-encoding']?.toString()) : undefined

/** Says that an answer differs by a header of the request. */
export function vary(reply: FastifyReply, name: string): void {
  const other = reply.getHeader('vary')
  reply.header('vary', typeof other === 'string' ? `${other}, ${name}` : name)
}

const isConditional = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'
