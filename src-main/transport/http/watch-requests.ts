import type { FastifyReply, FastifyRequest } from 'fastify'

import { withoutSecrets } from '#shared/contract-engine/secret-paths.ts'
import type { RequestWatch, WatchedRequest } from '#kernel/request-watch.ts'
import { bindingOf } from './bind.ts'
import { clientOf } from './client.ts'
import { OF_PROGRAMS } from './pages.ts'

interface Watching {
  requestWatch?: RequestWatch
  contract: string
}

/** Notes an answered request. It runs for every request. */
export function noteAnswer(
  { requestWatch, contract }: Watching,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): void {
  if (request.endOfStream) return endStream(request, reply)
  if (!requestWatch?.isOn || isOfWindow(request, reply, path)) return
  const bodies = requestWatch.recordsBodies
    ? {
        // spans hold more than evaluations, and nothing else of them is kept
        request: bindingOf(request)?.operation.protobuf ? undefined : request.body,
        response: request.answered,
      }
    : undefined
  const length = reply.getHeader('content-length')
  requestWatch.note(
    describe(request, path, contract, {
      status: reply.statusCode,
      ms: reply.elapsedTime,
      bytes: length === undefined ? 0 : Number(length),
      bodies,
    }),
  )
}

/**
 * Tells whether the window in a browser made the request: a procedure, a page or a file. These are left out, as those of the
 * desktop are; a list that is shown there would grow by being shown. Refused ones are of interest.
 */
const isOfWindow = (request: FastifyRequest, reply: FastifyReply, path: string) =>
  request.refusal === undefined &&
  bindingOf(request) === undefined &&
  (path.startsWith('/trpc/') || (reply.statusCode < 400 && !OF_PROGRAMS.test(path)))

/** Notes a stream that begins. Its end is noted when the connection closes, whoever closed it. */
export function noteStream(
  { requestWatch, contract }: Watching,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!requestWatch?.isOn) return
  const path = withoutSecrets(request.url)
  const begun = { status: undefined, ms: undefined, bytes: undefined, bodies: undefined }
  const end = requestWatch.begin(describe(request, path, contract, begun))
  // undefined for a request that came by no socket
  const sentBefore = request.socket.bytesWritten as number | undefined
  request.endOfStream = (status, ms) => {
    const sent = request.socket.bytesWritten as number | undefined
    end({
      status,
      ms,
      bytes: sent === undefined || sentBefore === undefined ? undefined : sent - sentBefore,
    })
  }
  reply.raw.once('close', () => endStream(request, reply))
}

function endStream(request: FastifyRequest, reply: FastifyReply): void {
  request.endOfStream?.(reply.statusCode, reply.elapsedTime)
}

type Outcome = Pick<WatchedRequest, 'status' | 'ms' | 'bytes' | 'bodies'>

const describe = (
  request: FastifyRequest,
  path: string,
  contract: string,
  { status, ms, bytes, bodies }: Outcome,
): WatchedRequest => ({
  method: request.method,
  url: request.url,
  path,
  headers: request.headers,
  params: request.params,
  ip: clientOf(request).ip,
  port: request.socket.localPort,
  contract,
  operation: bindingOf(request)?.operation,
  actor: request.identity?.actor,
  presented: request.identity?.presented ?? false,
  status,
  ms,
  bytes,
  refusal: request.refusal,
  bodies,
})
