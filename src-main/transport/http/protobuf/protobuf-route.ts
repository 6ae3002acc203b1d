import type { IncomingHttpHeaders } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { UnreadBody } from '#kernel/parse-request.ts'
import { Turn } from '#runtime/turn.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { Operation } from '#shared/contract/index.ts'
import type { ProtobufForm, ProtobufMessage } from '#shared/contract-engine/operation.ts'
import { mediaTypeOf, readBody, refuseContentType } from '../body.ts'

const JSON_TYPE = 'application/json'
export const PROTOBUF_TYPE = 'application/x-protobuf'
/** Body of errors: the message of `google.rpc.Status`, all that OTLP asks for. */
export const STATUS_MESSAGE: ProtobufMessage = { 2: { name: 'message', type: 'string' } }

const LIBRARY = '@bufbuild/protobuf'
const PURPOSE = 'OpenTelemetry by protobuf'
const decoder = onFirstUse(LIBRARY, PURPOSE, () => import('./decode-message.ts'))
const encoder = onFirstUse(LIBRARY, PURPOSE, () => import('./encode-message.ts'))

/** Operation that takes protobuf. */
export type ProtobufOperation = Operation & { readonly protobuf: ProtobufForm }

export const takesProtobuf = (operation: Operation): operation is ProtobufOperation =>
  operation.protobuf !== undefined

const isProtobuf = (headers: IncomingHttpHeaders) => mediaTypeOf(headers['content-type']) === PROTOBUF_TYPE

/** Reads a body in JSON or protobuf, which is not packed any more. */
export async function readEitherForm(
  operation: ProtobufOperation,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<unknown> {
  const isOfProtobuf = isProtobuf(headers)
  if (!isOfProtobuf && mediaTypeOf(headers['content-type']) !== JSON_TYPE)
    return new UnreadBody(refuseContentType(headers['content-type'], [JSON_TYPE, PROTOBUF_TYPE]))
  if (isOfProtobuf) {
    const { decodeMessage } = await decoder()
    return decodeMessage(bytes, operation.protobuf.request, operation.bounds)
  }
  const turn = new Turn()
  const body = readBody(operation, headers, bytes)
  await turn.pause()
  return body
}

/** Makes the hook that answers requests in protobuf in that form. Errors are a Status, as OTLP wants it. */
export const answerInProtobuf =
  ({ protobuf: { answer } }: ProtobufOperation) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (!isProtobuf(headers) || typeof payload !== 'string') return payload
    const { encodeMessage } = await encoder()
    const value = JSON.parse(payload) as Record<string, unknown>
    const form = reply.statusCode < 400 ? answer : STATUS_MESSAGE
    reply.header('content-type', PROTOBUF_TYPE).removeHeader('content-length')
    return encodeMessage(form, value)
  }
