import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/client-network.ts'
import { bindingOf } from './binding-of.ts'

/** A finished request, with labels of which there is a bounded number. */
export interface MeasuredRequest {
  method: string
  /** Path of the operation, with the names of its parameters; a fixed word for everything else. */
  route: string
  status: number
  ms: number
}

/** Figures of the service for Prometheus. */
export interface ServedMetrics {
  /** Callers that get them: those of this machine, all, or none. */
  readonly from: 'loopback' | 'all' | 'off'
  note(request: MeasuredRequest): Promise<void>
  read(): Promise<{ contentType: string; text: string }>
}

/** Route of everything that is no operation. */
export const OTHER_ROUTE = '(other)'
const PATH = '/internal-backstage/prometheus'

/** Serves the figures at the path of the original, without a token, and measures every request. */
export function addMetricsRoute(app: FastifyInstance, metrics: ServedMetrics | undefined): void {
  if (!metrics) return
  app.addHook('onResponse', async (request, reply) => {
    await metrics.note({
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
  })
  if (metrics.from === 'off') return
  app.get(PATH, async (request, reply) => {
    if (metrics.from === 'loopback' && !isFromThisMachine(request))
      throw new AppError(
        'NotFoundError',
        'The metrics are served to this machine only. Set `serverMetrics` to `all` to serve them to every caller.',
      )
    const { contentType, text } = await metrics.read()
    return reply.header('content-type', contentType).send(text)
  })
}

/** Checks the address of the caller. What a proxy passes on comes from elsewhere, although the proxy is near. */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  networkOf(ip).client === 'loopback' &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

/** Names the route of a request. There are as many names as operations, and a few more. */
export function routeOf(request: FastifyRequest): string {
  const { routeOptions, url } = request
  const operation = bindingOf(request)?.operation
  if (operation) return operation.path
  if (routeOptions.url === PATH) return PATH
  return /^\/+trpc(\/|$)/i.test(url) ? '/trpc' : OTHER_ROUTE
}
